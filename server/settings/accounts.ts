/** Accounts: tokens, the demo accounts, and the second factor. */
import { z } from 'zod'
import { flag, isSecret, LEAST_SECRET, positive, type Given } from './kinds'
import { hasCodesByMail, type MailMode } from './mail'
import { takesRealMoney, type PaymentValues } from './payments'

const jwtSecret = z
  .string()
  .refine(isSecret, `must have at least ${LEAST_SECRET} characters, not counting spaces at either end`)

export const variables = z.object({
  DEMO_ACCOUNTS: flag.optional(),
  JWT_SECRET: jwtSecret.optional(),
  JWT_SECRET_ACCEPTED: jwtSecret.optional(),
  TOKEN_DAYS: positive(365).default(7),
  STAFF_TOTP: z.enum(['optional', 'required']).optional(),
})

export function errors({ JWT_SECRET: secret, JWT_SECRET_ACCEPTED: accepted }: Given): string[] {
  const errors: string[] = []
  if (accepted && isSecret(accepted) && !secret) errors.push('JWT_SECRET_ACCEPTED: needs JWT_SECRET, which replaces it')
  if (accepted && accepted === secret) errors.push('JWT_SECRET_ACCEPTED: must differ from JWT_SECRET')
  return errors
}

export function settings(values: z.infer<typeof variables> & PaymentValues & MailMode) {
  return {
    /** The passwords of demo accounts are in the source. If the shop takes real payments, the accounts are closed by default. */
    demoAccounts: values.DEMO_ACCOUNTS ?? !takesRealMoney(values),
    /** Null if the server generates and keeps a secret. */
    jwtSecret: values.JWT_SECRET ?? null,
    /** A second secret whose tokens remain valid while one secret replaces another. Null for none. */
    jwtSecretAccepted: values.JWT_SECRET_ACCEPTED ?? null,
    tokenDays: values.TOKEN_DAYS,
    /** Whether staff need an authenticator app to use the office. By default, they need one if they can refund real money. */
    staffTotp: values.STAFF_TOTP ?? (takesRealMoney(values) ? 'required' : 'optional'),
    /** True if the shop emails codes: by SMTP, or to files if it takes no real money. A file would not reach a shopper. */
    codesByMail: hasCodesByMail(values),
  }
}
