/** The only reader of process.env. Parses all of it, reports every fault at once, and names the setting at fault. */
import { existsSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { environment, faultsTogether, type Environment } from './settings/environment'
import { mailSettings } from './settings/mail'
import { payOnDeliverySettings } from './settings/payOnDelivery'

export class SettingsError extends Error {
  constructor(faults: string[]) {
    super(`These settings are not right:\n${faults.map((fault) => `  ${fault}`).join('\n')}`)
    this.name = 'SettingsError'
  }
}

/** The project's folder, for the source and for dist/server. `dist` has a package.json too, so this looks for schema.graphql. */
export const projectRoot: string = (() => {
  let folder = import.meta.dirname
  while (!existsSync(join(folder, 'schema.graphql'))) folder = dirname(folder)
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
    /** True if npm started this process through its shell. */
    startedByNpm: values.npm_lifecycle_event !== undefined,
    /** The folder in which a command was called: npm itself changes to the folder of package.json. */
    calledFrom: values.INIT_CWD ?? process.cwd(),
    /** The proxies whose X-Forwarded-For and X-Forwarded-Proto are trusted; false for none. */
    trustProxy: values.TRUST_PROXY,
    /** Requests to REST and GraphQL per network address, without those answered from the cache; 0 for no limit. */
    requestsPerMinute: { signedIn: values.REQUESTS_PER_MINUTE, anonymous: values.ANONYMOUS_REQUESTS_PER_MINUTE },
    /** In points of about 10 us of CPU; 0 for no limit. */
    cost: {
      /** The limit of one operation. */
      maximum: values.QUERY_COST,
      perAddressAndMinute: values.COST_PER_MINUTE,
      perUserAndMinute: values.USER_COST_PER_MINUTE,
    },
    /** How many pages are rendered at the same time; 0 for any number. */
    rendering: { mostAtOnce: values.PAGES_AT_ONCE },
    /** The limit for a private response; 0 for no limit. */
    largestResponseBytes: Math.round(values.LARGEST_RESPONSE_MB * 1_000_000),
    /** The Redis in which several servers count together; null if each server counts separately. */
    redisUrl: values.REDIS_URL ?? null,
    /** 0 for no limit. */
    connections: {
      requestMs: values.REQUEST_TIMEOUT_SECONDS * 1000,
      headersMs: headersSeconds(values) * 1000,
      sendMs: values.SEND_TIMEOUT_SECONDS * 1000,
      most: values.MAX_CONNECTIONS,
      mostPerAddress: values.MAX_CONNECTIONS_PER_ADDRESS,
    },
    /** The shop's public origin, e.g. https://shop.example; null to use the address of each request. */
    publicOrigin: values.PUBLIC_ORIGIN ?? null,
    /** The sites whose pages may call the APIs; with '*' all sites may. */
    corsOrigins: values.CORS_ORIGINS,
    /** A PostgreSQL server, or null for the embedded one. */
    databaseUrl: values.DATABASE_URL ?? null,
    /** The same database without the pooler of `databaseUrl`, for work that needs its own session. Null if there is no pooler. */
    databaseDirectUrl: values.DATABASE_DIRECT_URL ?? null,
    /** Replicas of the database, for reading the catalogue. */
    databaseReplicaUrls: values.DATABASE_REPLICA_URLS,
    databaseConnections: values.DATABASE_CONNECTIONS,
    /**
     * True to prepare statements by name. Poolers may not support that. The embedded database does not report that it has kept a name if
     * the statement then fails.
     */
    databasePrepared: values.DATABASE_URL !== undefined && (values.DATABASE_PREPARED ?? !values.DATABASE_DIRECT_URL),
    /** Limits for a PostgreSQL server; 0 for no limit. */
    databaseLimits: {
      /** The time to open a connection, or to get one from the pool. */
      connectMs: values.DATABASE_CONNECT_SECONDS * 1000,
      /** How long a request tries again if the server is down or has no free connection. */
      retryMs: values.DATABASE_RETRY_SECONDS * 1000,
      /** The server cancels a statement that takes longer. */
      statementMs: values.DATABASE_STATEMENT_SECONDS * 1000,
      /** A connection is closed if a query gets no answer for longer. */
      queryMs: values.DATABASE_QUERY_SECONDS * 1000,
      heartbeatMs: values.DATABASE_HEARTBEAT_SECONDS * 1000,
      /** How long a start waits for the server. */
      waitMs: values.DATABASE_WAIT_SECONDS * 1000,
    },
    /** How often servers poll for catalogue changes; 0 to use LISTEN. */
    cataloguePollMs: values.CATALOGUE_POLL_SECONDS * 1000,
    /** The CDN to purge when the catalogue changes; null if no CDN caches it. */
    cdnPurge: cdnPurgeSettings(values),
    /** An absolute path. Contains the embedded database, the secret that the server made, and uploaded photos. */
    dataDir: resolve(projectRoot, values.DATA_DIR),
    /** True if a commit of the embedded database waits for the disk. */
    embeddedFlush: values.EMBEDDED_FLUSH,
    /** The bucket for uploaded photos; null for a folder in the data folder. */
    photosS3: bucketSettings(values),
    /** The size limit of an uploaded photo. */
    largestPhotoBytes: Math.round(values.PHOTO_MAX_MB * 1_000_000),
    /** Stock at or below this many pieces is low, unless a query sets another threshold. */
    lowStock: values.LOW_STOCK,
    /** True if browsers store visited pages for use without a network. */
    serviceWorker: values.SERVICE_WORKER,
    shopName: values.SHOP_NAME,
    /** Null if the shop shows no address. */
    contactEmail: values.CONTACT_EMAIL ?? null,
    /** Web addresses, shown at the end of every page. */
    socialLinks: values.SOCIAL_LINKS,
    /** The passwords of demo accounts are in the source. With real payments the accounts are closed by default. */
    demoAccounts: values.DEMO_ACCOUNTS ?? razorpaySettings(values) === null,
    /** Null if the server makes and keeps a secret. */
    jwtSecret: values.JWT_SECRET ?? null,
    /** A second secret whose tokens are also valid while one secret replaces another; null for none. */
    jwtSecretAccepted: values.JWT_SECRET_ACCEPTED ?? null,
    tokenDays: values.TOKEN_DAYS,
    apiDelayMs: values.API_DELAY_MS,
    checkoutHoldMs: values.CHECKOUT_HOLD_MINUTES * MINUTE_MS,
    /** True if the shop refunds excess money without a decision by staff. */
    autoRefund: values.AUTO_REFUND,
    /** How long after its cancellation an order may still be paid at its price; 0 for ever. */
    latePaymentMs: values.LATE_PAYMENT_HOURS * 60 * MINUTE_MS,
    holds: {
      /** The share of a product's remaining stock that one unpaid order may hold, in percent; 0 for all of it. */
      sharePercent: values.HOLD_SHARE_PERCENT,
      /** An order may always hold this many pieces, if they are in stock. */
      minimumPieces: values.HOLD_MIN_PIECES,
      /** An account's unpaid holds within an hour; 0 for no limit, also for the next setting. */
      unpaidPerHour: values.UNPAID_HOLDS_PER_HOUR,
      /** The same per network address. */
      unpaidPerAddressAndHour: values.UNPAID_HOLDS_PER_ADDRESS,
    },
    /** Null if the shop does not offer pay on delivery. */
    payOnDelivery: payOnDeliverySettings(values),
    seller: sellerSettings(values),
    gst: {
      /** Hundredths of a percent. */
      rate: Math.round(values.GST_PERCENT * 100),
      hsnCode: values.HSN_CODE,
    },
    maintenanceMs: values.MAINTENANCE_SECONDS * 1000,
    /** How long running requests may take when the server closes; 0 waits for all of them. */
    shutdownMs: values.SHUTDOWN_SECONDS * 1000,
    /** The port for health and metrics; null for a default port, if it is free. */
    opsPort: values.OPS_PORT ?? null,
    opsHost: values.OPS_HOST,
    /** Longer queries are logged; 0 logs none. */
    slowQueryMs: values.SLOW_QUERY_MS,
    /** The collector for OpenTelemetry's spans; null for none. */
    otlpEndpoint: values.OTEL_EXPORTER_OTLP_ENDPOINT ?? null,
    /** Null for the sandbox. */
    razorpay: razorpaySettings(values),
    /** The receiver of every change of an order's status; null for none. */
    orderWebhook: orderWebhookSettings(values),
    /** Null if shoppers get no mails. */
    mail: mailSettings(values),
    /** How many days a link that shows an order without a login is valid. */
    orderLinkDays: values.ORDER_LINK_DAYS,
    signIn: {
      /** Wrong passwords per account and network within `windowMs`; 0 for no limit, also for the next setting. */
      attempts: values.SIGN_IN_ATTEMPTS,
      /** Wrong passwords per account from all networks together. */
      attemptsPerAccount: values.SIGN_IN_ATTEMPTS_PER_ACCOUNT,
      windowMs: values.SIGN_IN_WINDOW_MINUTES * MINUTE_MS,
      /** Sign-ins and sign-ups per network address; 0 for no limit. */
      perAddressAndMinute: values.SIGN_INS_PER_MINUTE,
    },
    /** The most items of each kind per shopper; 0 for no limit. */
    listLimits: {
      addresses: values.MAX_ADDRESSES,
      wishlist: values.MAX_WISHLIST,
      cartLines: values.MAX_CART_LINES,
      /** Unexpired keys: a new one replaces the oldest. */
      idempotencyKeys: values.MAX_IDEMPOTENCY_KEYS,
    },
  }
}

export type Settings = ReturnType<typeof parseSettings>

/** At most the limit of the whole request: Node refuses other combinations. */
function headersSeconds({ REQUEST_TIMEOUT_SECONDS: whole, HEADERS_TIMEOUT_SECONDS: headers }: Environment): number {
  return whole > 0 ? Math.min(whole, headers) : headers
}

/** An obviously invented seller for a try-out without seller settings. */
const SAMPLE_SELLER = {
  name: 'Sample Seller',
  address: '1 Sample Street, Bengaluru 560001',
  state: 'Karnataka',
  gstin: '29ABCDE1234F1Z5',
}

/** The seller on invoices. Without a GSTIN they are receipts. */
function sellerSettings(values: Environment) {
  const { SELLER_NAME: name, SELLER_ADDRESS: address, SELLER_STATE: state, SELLER_GSTIN: gstin } = values
  const isNobody = !name && !address && !state && !gstin
  if (isNobody && razorpaySettings(values) === null) return SAMPLE_SELLER
  return { name: name ?? values.SHOP_NAME, address: address ?? '', state: state ?? '', gstin: gstin ?? null }
}

function razorpaySettings(values: Environment) {
  const { RAZORPAY_KEY_ID: keyId, RAZORPAY_KEY_SECRET: keySecret, RAZORPAY_WEBHOOK_SECRET: webhookSecret } = values
  if (!keyId || !keySecret || !webhookSecret) return null
  return { keyId, keySecret, webhookSecret, apiUrl: values.RAZORPAY_API_URL }
}

function bucketSettings({ PHOTOS_S3_URL: text }: Environment) {
  if (!text) return null
  const { origin, pathname, username, password, searchParams } = new URL(text)
  return {
    /** The URL of the bucket, without a slash at its end. */
    url: origin + pathname.replace(/\/$/, ''),
    accessKeyId: decodeURIComponent(username),
    secretAccessKey: decodeURIComponent(password),
    region: searchParams.get('region') || 'us-east-1',
  }
}

function orderWebhookSettings(values: Environment) {
  const { ORDER_WEBHOOK_URL: url, ORDER_WEBHOOK_SECRET: secrets } = values
  if (!url || !secrets) return null
  /** Every attempt is signed with each of the secrets. */
  return { url, secrets, timeoutMs: values.ORDER_WEBHOOK_TIMEOUT_SECONDS * 1000 }
}

function cdnPurgeSettings({ CDN_PURGE_URL: url, CDN_PURGE_TOKEN: token }: Environment) {
  return url && token ? { url, token } : null
}

/** Reads the environment of the process and a .env file in the project's folder. */
export function readSettings(): Settings {
  const dotenv = join(projectRoot, '.env')
  if (existsSync(dotenv)) process.loadEnvFile(dotenv)
  return parseSettings(process.env)
}
