/** Accounts: tokens, logins, the demo accounts, and shoppers' lists. */
import { z } from 'zod'
import { flag, isSecret, LEAST_SECRET, positive, whole, type Given } from './kinds'
import { hasCodesByMail, type MailMode } from './mail'
import { takesRealMoney, type PaymentValues } from './payments'

const jwtSecret = z
  .string()
  .refine(isSecret, `must have at least ${LEAST_SECRET} characters, not counting spaces at either end`)

export const accountVariables = z.object({
  DEMO_ACCOUNTS: flag.optional(),
  JWT_SECRET: jwtSecret.optional(),
  JWT_SECRET_ACCEPTED: jwtSecret.optional(),
  TOKEN_DAYS: positive(365).default(7),
  STAFF_TOTP: z.enum(['optional', 'required']).optional(),
  SIGN_IN_ATTEMPTS: whole(0, 1000).default(10),
  SIGN_IN_ATTEMPTS_PER_ACCOUNT: whole(0, 100_000).default(100),
  SIGN_IN_WINDOW_MINUTES: positive(24 * 60).default(15),
  SIGN_INS_PER_MINUTE: whole(0, 100_000).default(300),
  CODES_PER_ADDRESS: whole(0, 1000).default(3),
  CODES_PER_NETWORK: whole(0, 100_000).default(300),
  WRONG_CODES_PER_NETWORK: whole(0, 100_000).default(100),
  MAX_ADDRESSES: whole(0, 10_000).default(20),
  MAX_WISHLIST: whole(0, 10_000).default(200),
  MAX_CART_LINES: whole(0, 10_000).default(100),
  MAX_IDEMPOTENCY_KEYS: whole(0, 10_000).default(50),
})

export function accountFaults({ JWT_SECRET: secret, JWT_SECRET_ACCEPTED: accepted }: Given): string[] {
  const faults: string[] = []
  if (accepted && isSecret(accepted) && !secret) faults.push('JWT_SECRET_ACCEPTED: needs JWT_SECRET, which replaces it')
  if (accepted && accepted === secret) faults.push('JWT_SECRET_ACCEPTED: must differ from JWT_SECRET')
  return faults
}

export function accountSettings(values: z.infer<typeof accountVariables> & PaymentValues & MailMode) {
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
    signIn: {
      /**
       * The maximum number of wrong passwords per account and network within `windowMs`. 0 means no limit, here and in the next setting.
       */
      attempts: values.SIGN_IN_ATTEMPTS,
      /** The maximum number of wrong passwords per account, across all networks. */
      attemptsPerAccount: values.SIGN_IN_ATTEMPTS_PER_ACCOUNT,
      windowMs: values.SIGN_IN_WINDOW_MINUTES * 60_000,
      /** Logins and sign-ups per network address; 0 means no limit. */
      perAddressAndMinute: values.SIGN_INS_PER_MINUTE,
    },
    /** True if the shop emails codes: by SMTP, or to files if it takes no real money. A file would not reach a shopper. */
    codesByMail: hasCodesByMail(values),
    /** Codes that are emailed to an address. For each of these settings, 0 means no limit. */
    codes: {
      /** The number of codes that may be sent to one mailbox. */
      perMailboxAndHour: values.CODES_PER_ADDRESS,
      /** The number of codes that one network may request. */
      perNetworkAndHour: values.CODES_PER_NETWORK,
      /** The maximum number of wrong codes from one network within `signIn.windowMs`. */
      wrongPerNetwork: values.WRONG_CODES_PER_NETWORK,
    },
    /**
     * The maximum number of items of each kind per shopper; 0 means no limit. One account with 1,800 addresses once caused a response of
     * 328 MB.
     */
    listLimits: {
      addresses: values.MAX_ADDRESSES,
      wishlist: values.MAX_WISHLIST,
      cartLines: values.MAX_CART_LINES,
      /** The maximum number of unexpired idempotency keys. A new key replaces the oldest. */
      idempotencyKeys: values.MAX_IDEMPOTENCY_KEYS,
    },
  }
}
