/** The device's local storage. It may be blocked: what was kept then lasts as long as the page. */

/** Where a session's token lies. */
export const TOKEN = 'token'

export function readStored(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

/** A null takes an entry away. */
export function writeStored(entries: Record<string, string | null>): void {
  try {
    for (const [key, value] of Object.entries(entries)) {
      if (value === null) localStorage.removeItem(key)
      else localStorage.setItem(key, value)
    }
  } catch {
    // See above.
  }
}
