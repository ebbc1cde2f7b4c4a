/** The token against cross-site request forgery: each request repeats the cookie, where a server sets one. This shop's sets none. */

export const XSRF_HEADER = 'X-XSRF-TOKEN'

export function xsrfToken(cookies = document.cookie): string | undefined {
  const written = /(?:^|;\s*)XSRF-TOKEN=([^;]*)/.exec(cookies)?.[1]
  try {
    return written && decodeURIComponent(written)
  } catch {
    return written // Not everyone encodes what they put into a cookie.
  }
}
