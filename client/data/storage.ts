/** The device's local storage, which may be blocked or full: nothing is stored then, and nothing throws. */

/** The key of the session's token. */
export const TOKEN = 'token'

export function readStored(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

/** A null removes its entry. */
export function writeStored(entries: Record<string, string | null>): void {
  try {
    for (const [key, value] of Object.entries(entries)) {
      if (value === null) localStorage.removeItem(key)
      else localStorage.setItem(key, value)
    }
  } catch {
    // Blocked or full.
  }
}
