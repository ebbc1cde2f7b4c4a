/** The only reader of process.env: parses all of it, reports every fault at once, and names the setting at fault. */
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
    /** Whether npm's shell stands between this process and whoever started it. */
    startedByNpm: values.npm_lifecycle_event !== undefined,
    /** The folder in which a command was called: npm itself goes to that of package.json. */
    calledFrom: values.INIT_CWD ?? process.cwd(),
    /** Of which proxies X-Forwarded-For and -Proto are believed; false for none. */
    trustProxy: values.TRUST_PROXY,
    /** Of REST and GraphQL, per network address, but for what the cache answers; 0 for no limit. */
    requestsPerMinute: { signedIn: values.REQUESTS_PER_MINUTE, anonymous: values.ANONYMOUS_REQUESTS_PER_MINUTE },
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
      sendMs: values.SEND_TIMEOUT_SECONDS * 1000,
      most: values.MAX_CONNECTIONS,
      mostPerAddress: values.MAX_CONNECTIONS_PER_ADDRESS,
    },
    /** Where the shop is reached from outside, e.g. https://shop.example; null where every request's own address is right. */
    publicOrigin: values.PUBLIC_ORIGIN ?? null,
    /** Whose pages may call the APIs; '*' among them for everyone's. */
    corsOrigins: values.CORS_ORIGINS,
    /** A PostgreSQL server, or null for the embedded one. */
    databaseUrl: values.DATABASE_URL ?? null,
    /** The same database around the pooler that `databaseUrl` leads to: for what needs a session of its own. Null where there is no pooler. */
    databaseDirectUrl: values.DATABASE_DIRECT_URL ?? null,
    /** Copies that follow it, for reading the catalogue. */
    databaseReplicaUrls: values.DATABASE_REPLICA_URLS,
    databaseConnections: values.DATABASE_CONNECTIONS,
    /**
     * Whether statements are prepared by name, which poolers between here and the server may not know. The embedded database does not
     * tell of a name that it has taken where the statement then fails.
     */
    databasePrepared: values.DATABASE_URL !== undefined && (values.DATABASE_PREPARED ?? !values.DATABASE_DIRECT_URL),
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
    /** How often servers ask for changes of the catalogue; 0 where they are told by LISTEN. */
    cataloguePollMs: values.CATALOGUE_POLL_SECONDS * 1000,
    /** Who is told that the catalogue changed; null where no CDN keeps it. */
    cdnPurge: cdnPurgeSettings(values),
    /** Absolute. Holds the embedded database, the secret that the server made, and uploaded photos. */
    dataDir: resolve(projectRoot, values.DATA_DIR),
    /** Whether a commit of the embedded database waits for the disk. */
    embeddedFlush: values.EMBEDDED_FLUSH,
    /** Where uploaded photos are; null for a folder of the data folder. */
    photosS3: bucketSettings(values),
    /** Of an uploaded photo. */
    largestPhotoBytes: Math.round(values.PHOTO_MAX_MB * 1_000_000),
    /** So many pieces or fewer are low, where nobody says another number. */
    lowStock: values.LOW_STOCK,
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
    /** Whose tokens are good too while one secret replaces another; null for none. */
    jwtSecretAccepted: values.JWT_SECRET_ACCEPTED ?? null,
    tokenDays: values.TOKEN_DAYS,
    apiDelayMs: values.API_DELAY_MS,
    checkoutHoldMs: values.CHECKOUT_HOLD_MINUTES * MINUTE_MS,
    /** How long after its cancellation an order may still be paid at its price; 0 for ever. */
    /** Whether money that the shop must not keep goes back without anybody's say. */
    autoRefund: values.AUTO_REFUND,
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
    payOnDelivery: payOnDeliverySettings(values),
    seller: sellerSettings(values),
    gst: {
      /** Hundredths of a percent. */
      rate: Math.round(values.GST_PERCENT * 100),
      hsnCode: values.HSN_CODE,
    },
    maintenanceMs: values.MAINTENANCE_SECONDS * 1000,
    /** How long requests in hand may take once the server closes; 0 waits for all of them. */
    shutdownMs: values.SHUTDOWN_SECONDS * 1000,
    /** Where health and metrics are served; null for a default port, if it is free. */
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
    /** Null where shoppers get no mails. */
    mail: mailSettings(values),
    /** For how many days a link to an order is good that shows it without a login. */
    orderLinkDays: values.ORDER_LINK_DAYS,
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
function headersSeconds({ REQUEST_TIMEOUT_SECONDS: whole, HEADERS_TIMEOUT_SECONDS: headers }: Environment): number {
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
    /** Of the bucket, without a slash at its end. */
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

/** The process's own environment, with what a .env file in the project's folder adds. */
export function readSettings(): Settings {
  const dotenv = join(projectRoot, '.env')
  if (existsSync(dotenv)) process.loadEnvFile(dotenv)
  return parseSettings(process.env)
}
