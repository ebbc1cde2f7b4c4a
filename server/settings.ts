/** The only reader of process.env: parses all of it, reports every fault at once, and names the setting at fault. */
import { existsSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { z } from 'zod'

const flag = z.enum(['0', '1']).transform((value) => value === '1')
const whole = (minimum: number, maximum: number) => z.coerce.number().int().min(minimum).max(maximum)
const positive = (maximum: number) => z.coerce.number().gt(0).max(maximum)

const environment = z.object({
  NODE_ENV: z.enum(['development', 'test', 'production']).default('development'),
  HOST: z.string().default('localhost'),
  PORT: whole(0, 65535).default(3000),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  TRUST_PROXY: flag.default(false),
  PUBLIC_ORIGIN: z
    .url({ protocol: /^https?$/ })
    .refine((url) => new URL(url).href === `${new URL(url).origin}/`, 'names more than an origin')
    .transform((url) => new URL(url).origin)
    .optional(),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  DATABASE_CONNECTIONS: whole(2, 200).default(10),
  DATA_DIR: z.string().default('data'),
  SHOP_NAME: z.string().trim().min(1).max(60).default('Cerashop'),
  DEMO_ACCOUNTS: flag.default(true),
  JWT_SECRET: z.string().min(32).optional(),
  TOKEN_DAYS: positive(365).default(7),
  API_DELAY_MS: whole(0, 60_000).default(0),
  CHECKOUT_HOLD_MINUTES: positive(24 * 60).default(15),
  LATE_PAYMENT_HOURS: z.coerce
    .number()
    .min(0)
    .max(24 * 365)
    .default(24),
  HOLD_SHARE_PERCENT: whole(0, 100).default(50),
  HOLD_MIN_PIECES: whole(0, 10_000).default(5),
  UNPAID_HOLDS_PER_HOUR: whole(0, 10_000).default(3),
  UNPAID_HOLDS_PER_ADDRESS: whole(0, 100_000).default(30),
  MAINTENANCE_SECONDS: positive(3600).default(10),
  ALLOW_SANDBOX_PAYMENTS: flag.default(false),
  RAZORPAY_KEY_ID: z.string().optional(),
  RAZORPAY_KEY_SECRET: z.string().optional(),
  RAZORPAY_WEBHOOK_SECRET: z.string().optional(),
  RAZORPAY_API_URL: z.url().default('https://api.razorpay.com'),
  SIGN_IN_ATTEMPTS: whole(0, 1000).default(10),
  SIGN_IN_ATTEMPTS_PER_ACCOUNT: whole(0, 100_000).default(100),
  SIGN_IN_WINDOW_MINUTES: positive(24 * 60).default(15),
  SIGN_INS_PER_MINUTE: whole(1, 100_000).default(300),
  MAX_ADDRESSES: whole(0, 10_000).default(20),
  MAX_WISHLIST: whole(0, 10_000).default(200),
  MAX_CART_LINES: whole(0, 10_000).default(100),
  MAX_IDEMPOTENCY_KEYS: whole(0, 10_000).default(50),
  npm_lifecycle_event: z.string().optional(),
})

/** What .env.example lists; npm sets the last one itself. */
export const SETTING_NAMES = Object.keys(environment.shape).filter((name) => name !== 'npm_lifecycle_event')

/** Faults of settings that go together, told even where one alone is at fault too. */
function faultsTogether(given: Record<string, string | undefined>): string[] {
  const faults: string[] = []
  if (Boolean(given['RAZORPAY_KEY_ID']) !== Boolean(given['RAZORPAY_KEY_SECRET'])) {
    faults.push('RAZORPAY_KEY_ID: goes together with RAZORPAY_KEY_SECRET: set both or neither')
  }
  if (given['RAZORPAY_KEY_ID'] && !given['RAZORPAY_WEBHOOK_SECRET']) {
    faults.push(
      'RAZORPAY_WEBHOOK_SECRET: is needed with RAZORPAY_KEY_ID: without it a payment whose browser is gone is learned of late',
    )
  }
  if (given['NODE_ENV'] === 'production' && !given['RAZORPAY_KEY_ID'] && given['ALLOW_SANDBOX_PAYMENTS'] !== '1') {
    faults.push(
      'RAZORPAY_KEY_ID: is needed in production: the sandbox takes no money. ALLOW_SANDBOX_PAYMENTS=1 allows it for a try-out',
    )
  }
  return faults
}

export class SettingsError extends Error {
  constructor(faults: string[]) {
    super(`These settings are not right:\n${faults.map((fault) => `  ${fault}`).join('\n')}`)
    this.name = 'SettingsError'
  }
}

/** The folder of package.json, whether this runs from the source or from dist/server. */
export const projectRoot: string = (() => {
  let folder = import.meta.dirname
  while (!existsSync(join(folder, 'package.json'))) folder = dirname(folder)
  return folder
})()

const MINUTE_MS = 60_000

/** Throws a SettingsError that names every setting at fault. An empty value counts as missing. */
export function parseSettings(env: Record<string, string | undefined>) {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''))
  const result = environment.safeParse(given)
  const faults = (result.error?.issues ?? []).map((issue) => `${issue.path.join('.')}: ${issue.message}`)
  faults.push(...faultsTogether(given))
  if (!result.success || faults.length > 0) throw new SettingsError(faults)
  const values = result.data
  return {
    mode: values.NODE_ENV,
    host: values.HOST,
    port: values.PORT,
    logLevel: values.LOG_LEVEL,
    /** Whether npm's shell stands between this process and whoever started it. */
    startedByNpm: values.npm_lifecycle_event !== undefined,
    /** Whether X-Forwarded-For names the caller: only behind a proxy that sets it. */
    trustProxy: values.TRUST_PROXY,
    /** Where the shop is reached from outside, e.g. https://shop.example; null where every request's own address is right. */
    publicOrigin: values.PUBLIC_ORIGIN ?? null,
    /** A PostgreSQL server, or null for the embedded one. */
    databaseUrl: values.DATABASE_URL ?? null,
    databaseConnections: values.DATABASE_CONNECTIONS,
    /** Absolute. Holds the embedded database and the secret that the server made. */
    dataDir: resolve(projectRoot, values.DATA_DIR),
    shopName: values.SHOP_NAME,
    demoAccounts: values.DEMO_ACCOUNTS,
    /** Null where the server makes and keeps one. */
    jwtSecret: values.JWT_SECRET ?? null,
    tokenDays: values.TOKEN_DAYS,
    apiDelayMs: values.API_DELAY_MS,
    checkoutHoldMs: values.CHECKOUT_HOLD_MINUTES * MINUTE_MS,
    /** How long after its cancellation an order may still be paid at its price; 0 for ever. */
    latePaymentMs: values.LATE_PAYMENT_HOURS * 60 * MINUTE_MS,
    holds: {
      /** Of what is left of a product, how much one unpaid order may hold; 0 for all of it. */
      sharePercent: values.HOLD_SHARE_PERCENT,
      /** So many pieces in any case, where there are so many. */
      minimumPieces: values.HOLD_MIN_PIECES,
      /** Holds of an account within an hour that were not paid; 0 for any number, and likewise the next. */
      unpaidPerHour: values.UNPAID_HOLDS_PER_HOUR,
      /** The same per network address. */
      unpaidPerAddressAndHour: values.UNPAID_HOLDS_PER_ADDRESS,
    },
    maintenanceMs: values.MAINTENANCE_SECONDS * 1000,
    /** Null for the sandbox. */
    razorpay: razorpaySettings(values),
    signIn: {
      /** Wrong passwords per account and network within `windowMs`; 0 for any number, and likewise the next. */
      attempts: values.SIGN_IN_ATTEMPTS,
      /** Wrong passwords per account from all networks together. */
      attemptsPerAccount: values.SIGN_IN_ATTEMPTS_PER_ACCOUNT,
      windowMs: values.SIGN_IN_WINDOW_MINUTES * MINUTE_MS,
      /** Sign-ins and sign-ups per network address. */
      perAddressAndMinute: values.SIGN_INS_PER_MINUTE,
    },
    /** How many a shopper may have of each; 0 for any number. */
    listLimits: {
      addresses: values.MAX_ADDRESSES,
      wishlist: values.MAX_WISHLIST,
      cartLines: values.MAX_CART_LINES,
      /** Living ones: the oldest goes for a new one. */
      idempotencyKeys: values.MAX_IDEMPOTENCY_KEYS,
    },
  }
}

export type Settings = ReturnType<typeof parseSettings>

function razorpaySettings(values: z.infer<typeof environment>) {
  const { RAZORPAY_KEY_ID: keyId, RAZORPAY_KEY_SECRET: keySecret, RAZORPAY_WEBHOOK_SECRET: webhookSecret } = values
  if (!keyId || !keySecret || !webhookSecret) return null
  return { keyId, keySecret, webhookSecret, apiUrl: values.RAZORPAY_API_URL }
}

/** The process's own environment, with what a .env file in the project's folder adds. */
export function readSettings(): Settings {
  const dotenv = join(projectRoot, '.env')
  if (existsSync(dotenv)) process.loadEnvFile(dotenv)
  return parseSettings(process.env)
}
