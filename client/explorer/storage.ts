/**
 * Keeps GraphiQL's state in the browser's local storage. It omits the headers from GraphiQL's history, because they contain tokens.
 */
import { readStored, writeStored } from '../data/storage'

const WITH_HEADERS = ['graphiql:queries', 'graphiql:favorites']
const keys = new Set<string>()

const withoutHeaders = (json: string): string =>
  JSON.stringify(JSON.parse(json), (name, value: unknown) => (name === 'headers' ? undefined : value))

export const storage = {
  getItem(key: string): string | null {
    keys.add(key)
    return readStored(key)
  },
  setItem(key: string, value: string): void {
    keys.add(key)
    writeStored({ [key]: WITH_HEADERS.includes(key) ? withoutHeaders(value) : value })
  },
  removeItem: (key: string): void => writeStored({ [key]: null }),
  /** Removes only GraphiQL's entries, so the shopper stays logged in. */
  clear: (): void => writeStored(Object.fromEntries([...keys].map((key) => [key, null]))),
  get length(): number {
    return keys.size
  },
}
