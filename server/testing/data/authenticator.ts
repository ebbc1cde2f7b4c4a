import { TOTP } from 'otpauth'

/**
 * The code that an authenticator app shows now, or the next one (step 1). Each code works only once. The server also accepts the previous
 * code, but a test that sends it fails if the 30 seconds of a code end before the call arrives.
 */
export const codeOf = (secret: string, step: 0 | 1 = 0) =>
  new TOTP({ secret }).generate({ timestamp: Date.now() + step * 30_000 })
