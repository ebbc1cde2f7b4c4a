/** The device's local storage. If the browser blocks it, values are kept until the page is closed. No function throws. */

/** The key of the session's token. */
export const TOKEN = 'token'

const whileBlocked = new Map<string, string>()

export function readStored(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return whileBlocked.get(key) ?? null
  }
}

/** A null value removes the entry. */
export function writeStored(entries: Record<string, string | null>): void {
  for (const [key, value] of Object.entries(entries)) {
    try {
      if (value === null) localStorage.removeItem(key)
      else localStorage.setItem(key, value)
    } catch {
      if (value === null) whileBlocked.delete(key)
      else whileBlocked.set(key, value)
    }
  }
}
