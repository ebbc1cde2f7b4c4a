/** Warns about settings of earlier releases, and about names in a .env file that are not settings, because a misspelled setting would otherwise be silently ignored. */
import { parseEnv } from 'node:util'
import type { LimitOffByZero } from './limits'

/** Variables for OpenTelemetry, the PostgreSQL driver, Compose, the tests and Node. */
const OF_OTHERS = /^(OTEL_|PG|POSTGRES_|TEST_|BENCH_|TZ$)/

/** Limits that are constants now, with their value. */
const CONSTANTS: Record<string, string> = {
  CODES_PER_ADDRESS: '3 per hour',
  CODES_PER_NETWORK: '300 per hour',
  COD_MANY_OPEN: '10',
  COD_OPEN_PER_MOBILE: '3',
  COD_OPEN_PER_NETWORK: '20',
  COD_OPEN_PER_POSTAL_ADDRESS: '3',
  COD_PACK_HOURS: '72',
  DATABASE_CONNECT_SECONDS: '5',
  DATABASE_HEARTBEAT_SECONDS: '5',
  DATABASE_QUERY_SECONDS: '20',
  DATABASE_STATEMENT_SECONDS: '15',
  DATABASE_WAIT_SECONDS: '30',
  EMBEDDED_FLUSH: '1',
  HEADERS_TIMEOUT_SECONDS: '15',
  HOLD_MIN_PIECES: '5',
  LARGEST_RESPONSE_MB: '2',
  MAINTENANCE_SECONDS: '10',
  MAX_ADDRESSES: '20',
  MAX_CART_LINES: '100',
  MAX_CONNECTIONS: '10,000',
  MAX_CONNECTIONS_PER_ADDRESS: '1,000',
  MAX_IDEMPOTENCY_KEYS: '50',
  MAX_WISHLIST: '200',
  ORDER_WEBHOOK_TIMEOUT_SECONDS: '15',
  PAGES_AT_ONCE: '4',
  REQUEST_TIMEOUT_SECONDS: '30',
  SEARCH_SECONDS: '3',
  SEND_TIMEOUT_SECONDS: '30',
  SIGN_IN_ATTEMPTS: '10',
  SIGN_IN_ATTEMPTS_PER_ACCOUNT: '100',
  SIGN_IN_WINDOW_MINUTES: '15',
  SMTP_TIMEOUT_SECONDS: '30',
  UNPROVED_MAIL_MINUTES: '60',
  WRONG_CODES_PER_NETWORK: '100',
}

/** The same, but 0 still turns off the limit. */
const CONSTANTS_OR_OFF: Record<LimitOffByZero, string> = {
  HOLD_SHARE_PERCENT: '50',
  UNPAID_HOLDS_PER_ADDRESS: '60',
  UNPAID_HOLDS_PER_HOUR: '3',
  USER_COST_PER_MINUTE: 'half of COST_PER_MINUTE',
}

/** Settings of earlier releases, and what to do without them. */
const GONE: Record<string, string> = {
  ...mapValues(CONSTANTS, (value) => `The value is always ${value}. Remove this line.`),
  ...mapValues(
    CONSTANTS_OR_OFF,
    (value) =>
      `The value is ${value}. 0 still turns off this limit, as LIMITS=off does with all of them. Remove this line.`,
  ),
  ANONYMOUS_REQUESTS_PER_MINUTE: 'Visitors have a quarter of REQUESTS_PER_MINUTE.',
  KEY_COST_PER_MINUTE: 'An API key has half of COST_PER_MINUTE.',
  KEY_REQUESTS_PER_MINUTE: 'An API key has a tenth of REQUESTS_PER_MINUTE.',
  CATALOGUE_POLL_SECONDS: 'Servers learn of changes by LISTEN. Behind a pooler, set DATABASE_DIRECT_URL.',
  CDN_PURGE_TOKEN: 'A CDN keeps public responses for a minute.',
  CDN_PURGE_URL: 'A CDN keeps public responses for a minute.',
  DATABASE_REPLICA_URLS: 'All reads use DATABASE_URL.',
  PHOTO_ZIP_MAX_MB: 'The office uploads photos one by one, each up to PHOTO_MAX_MB.',
  SLOW_QUERY_MS: 'PostgreSQL logs slow statements itself: set log_min_duration_statement there.',
}

/** Longer names are truncated, so that a comparison has a bounded cost. */
const MAX_NAME_LENGTH = 60
/** The maximum number of edits, such as a missing letter, between a name and the suggested one. */
const MAX_EDITS = 3

/** One sentence for each of these names that was a setting of an earlier release. */
export const goneSettings = (names: string[]): string[] =>
  names.flatMap((name) => (Object.hasOwn(GONE, name) ? [`${name} is no longer a setting. ${GONE[name]}`] : []))

/** One sentence per unknown name. Contains only the name, because the value may be a secret. */
export function warningsOf(text: string, settings: readonly string[]): string[] {
  // Node 20 reads a comment on the last line as a name if that line does not end with a line break.
  return Object.keys(parseEnv(`${text}\n`)).flatMap((name) => {
    if (settings.includes(name) || OF_OTHERS.test(name)) return []
    const gone = goneSettings([name])
    if (gone.length > 0) return gone.map((warning) => `.env: ${warning}`)
    const near = nearest(name, settings)
    return [`.env: ${shown(name)} is not a setting and has no effect.${near ? ` Do you mean ${near}?` : ''}`]
  })
}

function mapValues(values: Record<string, string>, change: (value: string) => string): Record<string, string> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, change(value)]))
}

const shown = (name: string): string => (name.length > MAX_NAME_LENGTH ? `${name.slice(0, MAX_NAME_LENGTH)}…` : name)

function nearest(name: string, settings: readonly string[]): string | undefined {
  const written = name.slice(0, MAX_NAME_LENGTH).toUpperCase()
  const most = Math.min(MAX_EDITS, Math.ceil(written.length / 3))
  const [best] = settings
    .map((setting) => ({ setting, edits: editsBetween(written, setting) }))
    .filter(({ edits }) => edits <= most)
    .sort((a, b) => a.edits - b.edits)
  return best?.setting
}

/** The Levenshtein distance. */
function editsBetween(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (let i = 1; i <= one.length; i += 1) {
    const next = [i]
    for (let j = 1; j <= other.length; j += 1)
      next[j] = Math.min(next[j - 1]! + 1, row[j]! + 1, row[j - 1]! + (one[i - 1] === other[j - 1] ? 0 : 1))
    row = next
  }
  return row[other.length]!
}
