/** Removes passwords and tokens from URLs, headers and bodies before they leave the form. */
export const SECRET_NAME = /password|token|secret/i

export const isSecretHeader = (name: string): boolean =>
  /authorization|cookie|token|secret|password|api-?key/i.test(name)

const JSON_WEB_TOKEN = /\beyJ[\w-]+\.[\w-]+\.[\w-]*/g
/** A password or token as a JSON field, as a GraphQL argument inside JSON, or in a query string. */
const IN_JSON = /("[^"\\]*(?:password|token|secret)[^"\\]*"\s*:\s*")(?:[^"\\]|\\.)*("|$)/gi
const IN_GRAPHQL = /(\b\w*(?:password|token|secret)\w*\s*:\s*\\")(?:(?!\\").)*(\\")/gi
const IN_QUERY = /([?&][^=&]*(?:password|token|secret)[^=&]*=)[^&#]*()/gi

export const withoutSecrets = (text: string): string =>
  [IN_JSON, IN_GRAPHQL, IN_QUERY]
    .reduce((left, pattern) => left.replace(pattern, '$1$2'), text)
    .replace(JSON_WEB_TOKEN, '')
