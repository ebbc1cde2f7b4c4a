/** Every setting by its name in the environment, with its default, and rules for settings that depend on each other. */
import { z } from 'zod'
import {
  GSTIN,
  LEAST_SECRET,
  flag,
  hostName,
  isBucket,
  isMailAddress,
  isHeaderToken,
  isHttp,
  isLoopback,
  isOrigin,
  isPostgres,
  isSecret,
  isSmtp,
  isWebhookAddress,
  limit,
  origins,
  pinCodes,
  plain,
  positive,
  postgresAddresses,
  trustedProxies,
  webAddresses,
  webhookSecrets,
  whole,
  zeroOr,
} from './kinds'

// By default Zod compiles each schema with `new Function` on first use. The server must not compile code while it serves requests.
z.config({ jitless: true })

export const environment = z.object({
  NODE_ENV: z.enum(['development', 'test', 'production']).default('development'),
  HOST: hostName.default('localhost'),
  PORT: whole(0, 65535).default(3000),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  TRUST_PROXY: trustedProxies.default(false),
  REQUEST_TIMEOUT_SECONDS: limit(3600).default(30),
  HEADERS_TIMEOUT_SECONDS: limit(3600).default(15),
  SEND_TIMEOUT_SECONDS: limit(3600).default(30),
  REQUESTS_PER_MINUTE: whole(0, 1_000_000).default(12_000),
  ANONYMOUS_REQUESTS_PER_MINUTE: whole(0, 1_000_000).default(3_000),
  QUERY_COST: whole(0, 1_000_000).default(15_000),
  COST_PER_MINUTE: whole(0, 1_000_000_000).default(3_000_000),
  USER_COST_PER_MINUTE: whole(0, 1_000_000_000).default(1_500_000),
  PAGES_AT_ONCE: whole(0, 1000).default(4),
  LARGEST_RESPONSE_MB: limit(1000).default(2),
  REDIS_URL: z.url({ protocol: /^rediss?$/ }).optional(),
  MAX_CONNECTIONS: whole(0, 1_000_000).default(10_000),
  MAX_CONNECTIONS_PER_ADDRESS: whole(0, 1_000_000).default(1_000),
  PUBLIC_ORIGIN: z
    .string()
    .refine(isOrigin, 'must be an origin, such as https://shop.example, and no more')
    .transform((text) => new URL(text).origin)
    .optional(),
  CORS_ORIGINS: origins.default(['*']),
  DATABASE_URL: z.string().refine(isPostgres, 'must be like postgresql://user:password@host:5432/database').optional(),
  DATABASE_DIRECT_URL: z
    .string()
    .refine(isPostgres, 'must be like postgresql://user:password@host:5432/database')
    .optional(),
  DATABASE_REPLICA_URLS: postgresAddresses.default([]),
  DATABASE_CONNECTIONS: whole(2, 200).default(10),
  DATABASE_PREPARED: flag.optional(),
  DATABASE_CONNECT_SECONDS: limit(60).default(5),
  DATABASE_RETRY_SECONDS: limit(60).default(2),
  DATABASE_STATEMENT_SECONDS: limit(3600).default(15),
  DATABASE_QUERY_SECONDS: limit(3600).default(20),
  DATABASE_HEARTBEAT_SECONDS: limit(60).default(5),
  DATABASE_WAIT_SECONDS: limit(3600).default(30),
  CATALOGUE_POLL_SECONDS: zeroOr(0.2, 60).default(0),
  CDN_PURGE_URL: z
    .string()
    .refine(isWebhookAddress, 'must be like https://cdn.example/purge, without a user and a password')
    .optional(),
  CDN_PURGE_TOKEN: z.string().refine(isHeaderToken, 'must be of visible ASCII characters, without blanks').optional(),
  DATA_DIR: z.string().trim().min(1).default('data'),
  EMBEDDED_FLUSH: flag.default(true),
  PHOTOS_S3_URL: z
    .string()
    .refine(
      isBucket,
      'must be like https://KEY:SECRET@s3.example/bucket?region=ap-south-1, with key and secret percent-encoded',
    )
    .optional(),
  PHOTO_MAX_MB: positive(100).default(15),
  LOW_STOCK: whole(0, 10_000).default(5),
  SERVICE_WORKER: flag.default(true),
  SHOP_NAME: z.string().trim().min(1).max(60).default('Cerashop'),
  CONTACT_EMAIL: z.email().optional(),
  SOCIAL_LINKS: webAddresses.default([]),
  DEMO_ACCOUNTS: flag.optional(),
  JWT_SECRET: z.string().refine(isSecret, `must have ${LEAST_SECRET} characters, blanks at its ends aside`).optional(),
  JWT_SECRET_ACCEPTED: z
    .string()
    .refine(isSecret, `must have ${LEAST_SECRET} characters, blanks at its ends aside`)
    .optional(),
  TOKEN_DAYS: positive(365).default(7),
  API_DELAY_MS: whole(0, 60_000).default(0),
  CHECKOUT_HOLD_MINUTES: positive(24 * 60).default(15),
  LATE_PAYMENT_HOURS: limit(24 * 365).default(24),
  AUTO_REFUND: flag.default(false),
  HOLD_SHARE_PERCENT: whole(0, 100).default(50),
  HOLD_MIN_PIECES: whole(0, 10_000).default(5),
  UNPAID_HOLDS_PER_HOUR: whole(0, 10_000).default(3),
  UNPAID_HOLDS_PER_ADDRESS: whole(0, 100_000).default(30),
  COD_MAX_AMOUNT: whole(0, 1_000_000).default(5_000),
  COD_PIN_CODES: pinCodes.default([]),
  COD_OPEN_ORDERS: whole(0, 10_000).default(3),
  COD_OPEN_PER_MOBILE: whole(0, 10_000).default(3),
  COD_OPEN_PER_POSTAL_ADDRESS: whole(0, 10_000).default(3),
  COD_OPEN_PER_NETWORK: whole(0, 100_000).default(50),
  COD_MANY_OPEN: whole(0, 100_000).default(10),
  COD_PACK_HOURS: whole(0, 24 * 365).default(0),
  SELLER_NAME: z.string().trim().min(1).max(200).optional(),
  SELLER_ADDRESS: z.string().trim().min(1).max(500).optional(),
  SELLER_STATE: z.string().trim().min(1).max(100).optional(),
  SELLER_GSTIN: z.string().trim().regex(GSTIN, 'must be like 29ABCDE1234F1Z5').optional(),
  GST_PERCENT: plain.pipe(z.number().max(100).multipleOf(0.01)).default(5),
  HSN_CODE: z
    .string()
    .regex(/^(\d{4}|\d{6}|\d{8})$/, 'must have 4, 6 or 8 digits')
    .default('6912'),
  MAINTENANCE_SECONDS: positive(3600).default(10),
  SHUTDOWN_SECONDS: whole(0, 600).default(10),
  OPS_PORT: whole(0, 65535).optional(),
  OPS_HOST: hostName.default('127.0.0.1'),
  SLOW_QUERY_MS: whole(0, 600_000).default(500),
  OTEL_EXPORTER_OTLP_ENDPOINT: z.string().refine(isHttp, 'must be like http://localhost:4318').optional(),
  ALLOW_SANDBOX_PAYMENTS: flag.default(false),
  RAZORPAY_KEY_ID: z.string().optional(),
  RAZORPAY_KEY_SECRET: z.string().optional(),
  RAZORPAY_WEBHOOK_SECRET: z.string().optional(),
  RAZORPAY_API_URL: z
    .string()
    .refine(isHttp, 'must be like https://api.razorpay.com')
    .default('https://api.razorpay.com'),
  ORDER_WEBHOOK_URL: z
    .string()
    .refine(isWebhookAddress, 'must be like https://erp.example/hooks/cerashop, without a user and a password')
    .optional(),
  ORDER_WEBHOOK_SECRET: webhookSecrets.optional(),
  ORDER_WEBHOOK_ALLOW_HTTP: flag.default(false),
  ORDER_WEBHOOK_TIMEOUT_SECONDS: positive(60).default(15),
  MAIL: flag.default(true),
  SMTP_URL: z
    .string()
    .refine(isSmtp, 'must be like smtps://USER:PASSWORD@smtp.example:465 or smtp://…:587, percent-encoded')
    .optional(),
  MAIL_FROM: z
    .string()
    .refine(isMailAddress, 'must be like orders@shop.example or Cerashop <orders@shop.example>')
    .optional(),
  SMTP_TIMEOUT_SECONDS: positive(300).default(30),
  UNPROVED_MAIL_MINUTES: limit(24 * 60).default(60),
  ORDER_LINK_DAYS: positive(3650).default(180),
  SIGN_IN_ATTEMPTS: whole(0, 1000).default(10),
  SIGN_IN_ATTEMPTS_PER_ACCOUNT: whole(0, 100_000).default(100),
  SIGN_IN_WINDOW_MINUTES: positive(24 * 60).default(15),
  SIGN_INS_PER_MINUTE: whole(0, 100_000).default(300),
  MAX_ADDRESSES: whole(0, 10_000).default(20),
  MAX_WISHLIST: whole(0, 10_000).default(200),
  MAX_CART_LINES: whole(0, 10_000).default(100),
  MAX_IDEMPOTENCY_KEYS: whole(0, 10_000).default(50),
  npm_lifecycle_event: z.string().optional(),
  INIT_CWD: z.string().optional(),
})

export type Environment = z.infer<typeof environment>

const SET_BY_NPM = ['npm_lifecycle_event', 'INIT_CWD']

/** The settings that .env.example lists. */
export const SETTING_NAMES = Object.keys(environment.shape).filter((name) => !SET_BY_NPM.includes(name))

/** Faults of settings that depend on each other. Reported even if one of them is also invalid by itself. */
export function faultsTogether(given: Record<string, string | undefined>): string[] {
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
  if (given['SELLER_GSTIN'] && !(given['SELLER_NAME'] && given['SELLER_ADDRESS'] && given['SELLER_STATE'])) {
    faults.push(
      'SELLER_GSTIN: goes together with SELLER_NAME, SELLER_ADDRESS and SELLER_STATE: a tax invoice names them all',
    )
  }
  const { JWT_SECRET: secret, JWT_SECRET_ACCEPTED: accepted } = given
  if (accepted && isSecret(accepted) && !secret)
    faults.push('JWT_SECRET_ACCEPTED: goes together with JWT_SECRET, which takes its place')
  if (accepted && accepted === secret) faults.push('JWT_SECRET_ACCEPTED: is the same as JWT_SECRET')
  return [...faults, ...databaseFaults(given), ...mailFaults(given), ...webhookFaults(given), ...cdnFaults(given)]
}

function databaseFaults({ DATABASE_URL: url, ...given }: Record<string, string | undefined>): string[] {
  const others = ['DATABASE_DIRECT_URL', 'DATABASE_REPLICA_URLS']
  const isGood = (urls: string | undefined) => urls?.split(',').every((each) => isPostgres(each.trim()))
  return others
    .filter((name) => !url && isGood(given[name]))
    .map((name) => `${name}: goes together with DATABASE_URL, which names the server that the shop writes to`)
}

function mailFaults({ SMTP_URL: url, MAIL_FROM: from, PUBLIC_ORIGIN: origin }: Record<string, string | undefined>) {
  if (!url || !isSmtp(url)) return []
  return [
    ...(from ? [] : ['MAIL_FROM: is needed with SMTP_URL: providers send mails of addresses that they know']),
    ...(origin ? [] : ['PUBLIC_ORIGIN: is needed with SMTP_URL: mails link to the shop']),
  ]
}

function cdnFaults({ CDN_PURGE_URL: url, CDN_PURGE_TOKEN: token }: Record<string, string | undefined>): string[] {
  if (url && isWebhookAddress(url) && !token)
    return ['CDN_PURGE_TOKEN: is needed with CDN_PURGE_URL: set both or neither']
  if (token && isHeaderToken(token) && !url)
    return ['CDN_PURGE_URL: is needed with CDN_PURGE_TOKEN: set both or neither']
  return []
}

function webhookFaults(given: Record<string, string | undefined>): string[] {
  const { ORDER_WEBHOOK_URL: url, ORDER_WEBHOOK_SECRET: secret, ORDER_WEBHOOK_ALLOW_HTTP: allowHttp } = given
  if (!url || !isWebhookAddress(url)) return []
  const { protocol, hostname } = new URL(url)
  const faults: string[] = []
  if (!secret) faults.push('ORDER_WEBHOOK_SECRET: is needed with ORDER_WEBHOOK_URL: receivers trust nothing unsigned')
  if (protocol === 'http:' && !isLoopback(hostname) && allowHttp !== '1')
    faults.push(
      'ORDER_WEBHOOK_URL: must be https: everyone on the way reads http. ORDER_WEBHOOK_ALLOW_HTTP=1 allows it in a network of your own',
    )
  return faults
}
