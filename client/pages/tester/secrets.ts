/** What is never written down outside the form: passwords and tokens in addresses, headers and bodies. */

export const isSecretHeader = (name: string): boolean =>
  /authorization|cookie|token|secret|password|api-?key/i.test(name)

const JSON_WEB_TOKEN = /\beyJ[\w-]+\.[\w-]+\.[\w-]*/g
/** A password or token as a JSON field, as a GraphQL argument inside JSON, and in a query string. */
const IN_JSON = /("[^"\\]*(?:password|token|secret)[^"\\]*"\s*:\s*")((?:[^"\\]|\\.)*)("|$)/gi
const IN_GRAPHQL = /(\b\w*(?:password|token|secret)\w*\s*:\s*\\")((?:(?!\\").)*)(\\")/gi
const IN_QUERY = /([?&][^=&]*(?:password|token|secret)[^=&]*=)([^&#]*)()/gi

/** The text with each secret taken out, but for those that everyone knows. */
export function withoutSecrets(text: string, known: ReadonlySet<string> = new Set()): string {
  const blank = (match: string, before: string, secret: string, after: string) =>
    known.has(secret) ? match : before + after
  return text.replace(IN_JSON, blank).replace(IN_GRAPHQL, blank).replace(IN_QUERY, blank).replace(JSON_WEB_TOKEN, '')
}
