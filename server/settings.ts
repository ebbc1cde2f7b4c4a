/** The only reader of process.env: parses all of it, reports every fault at once, and names the setting at fault. */
import { existsSync } from 'node:fs'
import { isIP } from 'node:net'
import { dirname, join, resolve } from 'node:path'
import proxyAddr from '@fastify/proxy-addr'
import { z } from 'zod'

const flag = z.enum(['0', '1']).transform((value) => value === '1')
/** Blanks, `0x50` and `1e3` are numbers to JavaScript alone. */
const plain = z
  .string()
  .regex(/^\d+(\.\d+)?$/, 'must be a plain number')
  .transform(Number)
const whole = (minimum: number, maximum: number) => plain.pipe(z.number().int().min(minimum).max(maximum))
/** 0 turns it off. */
const limit = (maximum: number) => plain.pipe(z.number().max(maximum))
const positive = (maximum: number) => plain.pipe(z.number().gt(0).max(maximum))

const HOST_NAME = /^(?=.{1,253}$)[a-z0-9_]([a-z0-9_.-]*[a-z0-9_])?$/i
const hostName = z
  .string()
  .refine((host) => isIP(host) > 0 || HOST_NAME.test(host), 'must be the name or the address of an interface')

const LEAST_SECRET = 32
/** While one takes the other's place. */
const MOST_SECRETS = 2

const urlOf = (text: string): URL | null => (URL.canParse(text) ? new URL(text) : null)
const isHttp = (text: string): boolean => /^https?:$/.test(urlOf(text)?.protocol ?? '')

/** A scheme and a host, with a port or without, and nothing after that. */
function isOrigin(text: string): boolean {
  const url = urlOf(text)
  return isHttp(text) && url!.href === `${url!.origin}/`
}

/** Whether the driver can read it: a host, and a user and a password of which every % is part of a code. */
function isPostgres(text: string): boolean {
  const url = urlOf(text)
  if (!url || !/^postgres(ql)?:$/.test(url.protocol)) return false
  try {
    decodeURIComponent(url.username + url.password + url.pathname)
  } catch {
    return false
  }
  return url.hostname !== '' || url.searchParams.has('host')
}

const isLoopback = (hostname: string): boolean => /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname)

/** Without a name and a password, which `fetch` refuses. */
function isWebhookAddress(text: string): boolean {
  const { username, password } = urlOf(text) ?? {}
  return isHttp(text) && username === '' && password === ''
}

/** As Standard Webhooks has them: 24 to 64 bytes. */
function isWebhookSecret(text: string): boolean {
  const [, key = ''] = /^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(text) ?? []
  const bytes = Buffer.from(key, 'base64')
  return bytes.toString('base64') === key && bytes.length >= 24 && bytes.length <= 64
}

/** Blanks stand between them. */
const webhookSecrets = z
  .string()
  .transform((text) => text.split(/\s+/).filter(Boolean))
  .refine(
    (secrets) => secrets.length > 0 && secrets.length <= MOST_SECRETS && secrets.every(isWebhookSecret),
    'must be whsec_ and 24 to 64 bytes as base64, or two of them with a blank between',
  )

/** Long enough to sign tokens with. */
export function isSecret(text: string): boolean {
  return text.trim().length >= LEAST_SECRET
}

/** Blanks or commas stand between them. */
const webAddresses = z
  .string()
  .transform((text) => text.split(/[\s,]+/).filter(Boolean))
  .refine((links) => links.every(isHttp), 'must be web addresses, such as https://www.instagram.com/cerashop')

/** A number of proxies, or addresses and networks, as whether the nth address before the caller's own is believed. */
const trustedProxies = z
  .string()
  .trim()
  .transform((text, context) => {
    const hops = /^\d{1,2}$/.test(text) ? Number(text) : null
    if (hops !== null) return hops === 0 ? (false as const) : (_address: string, hop: number) => hop < hops
    const networks = text.split(',').map((each) => each.trim())
    try {
      // compile() takes `1.5` for an address too.
      if (networks.every((each) => /^[a-z]+$/.test(each) || isIP(each.split('/')[0]!)))
        return proxyAddr.compile(networks)
    } catch {
      // Not a name or a length that it knows.
    }
    context.addIssue('is neither a number of proxies nor a list of addresses and networks')
    return z.NEVER
  })

/** Origins, or `*` for all of them; `none` for no other than the shop's own. */
const origins = z
  .string()
  .transform((text) => (text.trim() === 'none' ? [] : text.split(',').map((each) => each.trim())))
  .pipe(
    z.array(
      z
        .string()
        .refine((each) => each === '*' || isOrigin(each), 'must be *, none, or origins such as https://app.example')
        .transform((each) => (each === '*' ? each : new URL(each).origin)),
    ),
  )

/** Beginnings of PIN codes, and ranges of whole ones. */
const pinCodes = z
  .string()
  .trim()
  .transform((text) => text.split(',').map((each) => each.trim()))
  .refine((entries) => entries.every(isPinCodes), 'must be like 560, 110001 or 560001-560110, with commas between')

function isPinCodes(entry: string): boolean {
  if (/^\d{1,6}$/.test(entry)) return true
  const [low, high] = /^(\d{6})-(\d{6})$/.exec(entry)?.slice(1) ?? []
  return low !== undefined && high !== undefined && low <= high
}

/** State, PAN, entity, Z, check digit. */
const GSTIN = /^\d{2}[A-Z]{5}\d{4}[A-Z][1-9A-Z]Z[0-9A-Z]$/

const environment = z.object({
  NODE_ENV: z.enum(['development', 'test', 'production']).default('development'),
  HOST: hostName.default('localhost'),
  PORT: whole(0, 65535).default(3000),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  TRUST_PROXY: trustedProxies.default(false),
  REQUEST_TIMEOUT_SECONDS: limit(3600).default(30),
  HEADERS_TIMEOUT_SECONDS: limit(3600).default(15),
  REQUESTS_PER_MINUTE: whole(0, 1_000_000).default(12_000),
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
  DATABASE_CONNECTIONS: whole(2, 200).default(10),
  DATABASE_CONNECT_SECONDS: limit(60).default(5),
  DATABASE_RETRY_SECONDS: limit(60).default(2),
  DATABASE_STATEMENT_SECONDS: limit(3600).default(15),
  DATABASE_QUERY_SECONDS: limit(3600).default(20),
  DATABASE_HEARTBEAT_SECONDS: limit(60).default(5),
  DATABASE_WAIT_SECONDS: limit(3600).default(30),
  DATA_DIR: z.string().trim().min(1).default('data'),
  EMBEDDED_FLUSH: flag.default(true),
  SERVICE_WORKER: flag.default(true),
  SHOP_NAME: z.string().trim().min(1).max(60).default('Cerashop'),
  CONTACT_EMAIL: z.email().optional(),
  SOCIAL_LINKS: webAddresses.default([]),
  DEMO_ACCOUNTS: flag.optional(),
  JWT_SECRET: z.string().refine(isSecret, `must have ${LEAST_SECRET} characters, blanks at its ends aside`).optional(),
  TOKEN_DAYS: positive(365).default(7),
  API_DELAY_MS: whole(0, 60_000).default(0),
  CHECKOUT_HOLD_MINUTES: positive(24 * 60).default(15),
  LATE_PAYMENT_HOURS: limit(24 * 365).default(24),
  HOLD_SHARE_PERCENT: whole(0, 100).default(50),
  HOLD_MIN_PIECES: whole(0, 10_000).default(5),
  UNPAID_HOLDS_PER_HOUR: whole(0, 10_000).default(3),
  UNPAID_HOLDS_PER_ADDRESS: whole(0, 100_000).default(30),
  COD_MAX_AMOUNT: whole(0, 1_000_000).default(5_000),
  COD_PIN_CODES: pinCodes.default([]),
  COD_OPEN_ORDERS: whole(0, 10_000).default(3),
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
  OPS_HOST: hostName.default('localhost'),
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
  SIGN_IN_ATTEMPTS: whole(0, 1000).default(10),
  SIGN_IN_ATTEMPTS_PER_ACCOUNT: whole(0, 100_000).default(100),
  SIGN_IN_WINDOW_MINUTES: positive(24 * 60).default(15),
  SIGN_INS_PER_MINUTE: whole(0, 100_000).default(300),
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
  if (given['SELLER_GSTIN'] && !(given['SELLER_NAME'] && given['SELLER_ADDRESS'] && given['SELLER_STATE'])) {
    faults.push(
      'SELLER_GSTIN: goes together with SELLER_NAME, SELLER_ADDRESS and SELLER_STATE: a tax invoice names them all',
    )
  }
  return [...faults, ...webhookFaults(given)]
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
    /** Of which proxies X-Forwarded-For and -Proto are believed; false for none. */
    trustProxy: values.TRUST_PROXY,
    /** Of REST and GraphQL, per network address; 0 for no limit. */
    requestsPerMinute: values.REQUESTS_PER_MINUTE,
    /** In points, of some 10 us of CPU; 0 for no limit. */
    cost: {
      /** Of one operation. */
      maximum: values.QUERY_COST,
      perAddressAndMinute: values.COST_PER_MINUTE,
      perUserAndMinute: values.USER_COST_PER_MINUTE,
    },
    /** How many pages are rendered at the same time; 0 for any number. */
    rendering: { mostAtOnce: values.PAGES_AT_ONCE },
    /** Of a response that is one caller's own; 0 for no limit. */
    largestResponseBytes: Math.round(values.LARGEST_RESPONSE_MB * 1_000_000),
    /** Where several servers count together, or null where each counts for itself. */
    redisUrl: values.REDIS_URL ?? null,
    /** 0 for no limit. */
    connections: {
      requestMs: values.REQUEST_TIMEOUT_SECONDS * 1000,
      headersMs: headersSeconds(values) * 1000,
      most: values.MAX_CONNECTIONS,
      mostPerAddress: values.MAX_CONNECTIONS_PER_ADDRESS,
    },
    /** Where the shop is reached from outside, e.g. https://shop.example; null where every request's own address is right. */
    publicOrigin: values.PUBLIC_ORIGIN ?? null,
    /** Whose pages may call the APIs; '*' among them for everyone's. */
    corsOrigins: values.CORS_ORIGINS,
    /** A PostgreSQL server, or null for the embedded one. */
    databaseUrl: values.DATABASE_URL ?? null,
    databaseConnections: values.DATABASE_CONNECTIONS,
    /** Of a PostgreSQL server; 0 is without end. */
    databaseLimits: {
      /** To open a connection, or to get one from the pool. */
      connectMs: values.DATABASE_CONNECT_SECONDS * 1000,
      /** For how long a request tries again where the server is away or has no connection left. */
      retryMs: values.DATABASE_RETRY_SECONDS * 1000,
      /** The server ends a statement that takes longer. */
      statementMs: values.DATABASE_STATEMENT_SECONDS * 1000,
      /** A connection that leaves a query without an answer for longer is given up. */
      queryMs: values.DATABASE_QUERY_SECONDS * 1000,
      heartbeatMs: values.DATABASE_HEARTBEAT_SECONDS * 1000,
      /** For how long a start waits for the server. */
      waitMs: values.DATABASE_WAIT_SECONDS * 1000,
    },
    /** Absolute. Holds the embedded database and the secret that the server made. */
    dataDir: resolve(projectRoot, values.DATA_DIR),
    /** Whether a commit of the embedded database waits for the disk. */
    embeddedFlush: values.EMBEDDED_FLUSH,
    /** Whether browsers keep what was seen, for times without a network. */
    serviceWorker: values.SERVICE_WORKER,
    shopName: values.SHOP_NAME,
    /** Null where the shop shows none. */
    contactEmail: values.CONTACT_EMAIL ?? null,
    /** Web addresses, shown at the end of every page. */
    socialLinks: values.SOCIAL_LINKS,
    /** Their passwords are in the source: where money is real they are closed, unless somebody wants them. */
    demoAccounts: values.DEMO_ACCOUNTS ?? razorpaySettings(values) === null,
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
    /** Null where nothing is paid at the door. */
    payOnDelivery:
      values.COD_MAX_AMOUNT === 0
        ? null
        : {
            /** Whole rupees. */
            maximumAmount: values.COD_MAX_AMOUNT,
            /** As shared/payOnDelivery reads them; none for everywhere in India. */
            pinCodes: values.COD_PIN_CODES,
            /** How many of an account may be under way at once; 0 for any number. */
            openOrders: values.COD_OPEN_ORDERS,
          },
    seller: sellerSettings(values),
    gst: {
      /** Hundredths of a percent. */
      rate: Math.round(values.GST_PERCENT * 100),
      hsnCode: values.HSN_CODE,
    },
    maintenanceMs: values.MAINTENANCE_SECONDS * 1000,
    /** How long requests in hand may take once the server closes; 0 waits for all of them. */
    shutdownMs: values.SHUTDOWN_SECONDS * 1000,
    /** Where health and metrics are served; null for the main port, to this machine alone. */
    opsPort: values.OPS_PORT ?? null,
    opsHost: values.OPS_HOST,
    /** Queries that take longer are logged; 0 logs none. */
    slowQueryMs: values.SLOW_QUERY_MS,
    /** Where OpenTelemetry's spans go; null for nowhere. */
    otlpEndpoint: values.OTEL_EXPORTER_OTLP_ENDPOINT ?? null,
    /** Null for the sandbox. */
    razorpay: razorpaySettings(values),
    /** Who is told of every change of an order's status; null for nobody. */
    orderWebhook: orderWebhookSettings(values),
    signIn: {
      /** Wrong passwords per account and network within `windowMs`; 0 for any number, and likewise the next. */
      attempts: values.SIGN_IN_ATTEMPTS,
      /** Wrong passwords per account from all networks together. */
      attemptsPerAccount: values.SIGN_IN_ATTEMPTS_PER_ACCOUNT,
      windowMs: values.SIGN_IN_WINDOW_MINUTES * MINUTE_MS,
      /** Sign-ins and sign-ups per network address; 0 for no limit. */
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

/** No longer than the whole request may take: Node refuses the two otherwise. */
function headersSeconds({
  REQUEST_TIMEOUT_SECONDS: whole,
  HEADERS_TIMEOUT_SECONDS: headers,
}: z.infer<typeof environment>): number {
  return whole > 0 ? Math.min(whole, headers) : headers
}

/** For a try-out, where nobody says who sells: nobody can take it for a real one. */
const SAMPLE_SELLER = {
  name: 'Sample Seller',
  address: '1 Sample Street, Bengaluru 560001',
  state: 'Karnataka',
  gstin: '29ABCDE1234F1Z5',
}

/** Who stands on invoices; without a GSTIN they are receipts. */
function sellerSettings(values: z.infer<typeof environment>) {
  const { SELLER_NAME: name, SELLER_ADDRESS: address, SELLER_STATE: state, SELLER_GSTIN: gstin } = values
  const isNobody = !name && !address && !state && !gstin
  if (isNobody && razorpaySettings(values) === null) return SAMPLE_SELLER
  return { name: name ?? values.SHOP_NAME, address: address ?? '', state: state ?? '', gstin: gstin ?? null }
}

function razorpaySettings(values: z.infer<typeof environment>) {
  const { RAZORPAY_KEY_ID: keyId, RAZORPAY_KEY_SECRET: keySecret, RAZORPAY_WEBHOOK_SECRET: webhookSecret } = values
  if (!keyId || !keySecret || !webhookSecret) return null
  return { keyId, keySecret, webhookSecret, apiUrl: values.RAZORPAY_API_URL }
}

function orderWebhookSettings(values: z.infer<typeof environment>) {
  const { ORDER_WEBHOOK_URL: url, ORDER_WEBHOOK_SECRET: secrets } = values
  if (!url || !secrets) return null
  /** Every attempt is signed with each of the secrets. */
  return { url, secrets, timeoutMs: values.ORDER_WEBHOOK_TIMEOUT_SECONDS * 1000 }
}

/** The process's own environment, with what a .env file in the project's folder adds. */
export function readSettings(): Settings {
  const dotenv = join(projectRoot, '.env')
  if (existsSync(dotenv)) process.loadEnvFile(dotenv)
  return parseSettings(process.env)
}
