/**
 * The token that protects against cross-site request forgery. If a server sets the cookie, each request repeats its value in a header. This
 * shop's server sets no cookie.
 */

export const XSRF_HEADER = 'X-XSRF-TOKEN'

export function xsrfToken(cookies = document.cookie): string | undefined {
  const written = /(?:^|;\s*)XSRF-TOKEN=([^;]*)/.exec(cookies)?.[1]
  try {
    return written && decodeURIComponent(written)
  } catch {
    return written // The cookie's value was not percent-encoded.
  }
}
