/** The token against forged requests from other sites: a cookie, where the server sets one, that each call repeats. */

export const XSRF_HEADER = 'X-XSRF-TOKEN'

export function xsrfToken(cookies = document.cookie): string | undefined {
  const written = /(?:^|;\s*)XSRF-TOKEN=([^;]*)/.exec(cookies)?.[1]
  try {
    return written && decodeURIComponent(written)
  } catch {
    return written // Not everyone encodes what they put into a cookie.
  }
}
