/**
 * The browser's storage: one that the device keeps, and one that a tab keeps until it is closed, even if the page is reloaded. If the browser
 * blocks storage, values are kept until the page is closed. No function throws.
 */

/** The key of the session's token. */
export const TOKEN = 'token'

/** A null value removes the entry. */
type Entries = Record<string, string | null>

function accessTo(find: () => Storage) {
  const whileBlocked = new Map<string, string>()
  return {
    read(this: void, key: string): string | null {
      try {
        return find().getItem(key)
      } catch {
        return whileBlocked.get(key) ?? null
      }
    },
    write(this: void, entries: Entries): void {
      for (const [key, value] of Object.entries(entries)) {
        try {
          if (value === null) find().removeItem(key)
          else find().setItem(key, value)
        } catch {
          if (value === null) whileBlocked.delete(key)
          else whileBlocked.set(key, value)
        }
      }
    },
  }
}

export const { read: readStored, write: writeStored } = accessTo(() => localStorage)
/**
 * Null if the stored text cannot be a token. Without this check, a page would wait for a shopper's data: the server takes a request without a
 * token for a visitor's, and the browser does not send one whose header has other characters.
 */
export function readToken(): string | null {
  const stored = readStored(TOKEN)
  return stored !== null && /^[\x21-\x7e]+$/.test(stored) ? stored : null
}

export const { read: readInTab, write: writeInTab } = accessTo(() => sessionStorage)
