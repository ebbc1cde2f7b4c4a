/** The request headers that fetch() drops without an error (https://fetch.spec.whatwg.org/#forbidden-request-header). */

const NAMES = new Set([
  ...['accept-charset', 'accept-encoding', 'access-control-request-headers', 'access-control-request-method'],
  ...['access-control-request-private-network', 'connection', 'content-length', 'cookie', 'cookie2', 'date', 'dnt'],
  ...['expect', 'host', 'keep-alive', 'origin', 'referer', 'set-cookie', 'te', 'trailer', 'transfer-encoding'],
  ...['upgrade', 'via'],
  // The standard allows it, but Chromium drops it.
  'user-agent',
])
const METHOD_OVERRIDES = new Set(['x-http-method', 'x-http-method-override', 'x-method-override'])
const FORBIDDEN_METHODS = /^(connect|trace|track)$/i

export function isForbiddenHeader(name: string, value: string): boolean {
  const lower = name.toLowerCase()
  if (NAMES.has(lower) || /^(proxy|sec)-/.test(lower)) return true
  return METHOD_OVERRIDES.has(lower) && value.split(',').some((method) => FORBIDDEN_METHODS.test(method.trim()))
}
