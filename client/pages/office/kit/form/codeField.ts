/**
 * The field for an authenticator app's code. Phones offer to fill in the code; the keyboard is not numeric, because recovery codes contain
 * letters.
 */
export const CODE_FIELD = {
  label: 'Code',
  name: 'code',
  autoComplete: 'one-time-code',
  autoCapitalize: 'none',
  spellCheck: false,
  maxLength: 40,
} as const
