/**
 * Every rule that limits callers: per whom it counts, the maximum, the time, the error message, whom it protects, and the test of the attack.
 * The code reads each number from here, through `limits` (limits.ts), which applies the settings and the changes of a test. The table in
 * docs/security.md is generated from it. guard.ts counts in PostgreSQL, budget.ts in memory or Redis, and atOnce.ts in memory.
 *
 * One network is limited by the rules whose name contains `Network`, and by `onDelivery.many`. `codes.reserve` gives known networks one code
 * more. Sizes of single inputs, such as the length of a name, are in the schema that checks them, because they do not depend on the caller.
 */
import type { Settings } from '../settings'
import { MAX_RESPONSE_BYTES, REST_ERRORS, responseTooLarge, type RestErrorCode } from '../shared/contract/errors'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../shared/durations'
import { ERROR_MESSAGES, type ErrorCode } from '../shared/errors'

/**
 * The networks of an address, by the number of bits that they share. A rule `perNetwork` counts the narrowest one: an IPv4 address, or an
 * IPv6 /64. A wider one has `times` as much, unless there is a rule `perWideNetwork`: one IPv6 subscriber may own 256 or 65,536 networks of 64
 * bits.
 */
export const NETWORK_WIDTHS = {
  ipv4: [
    { bits: 32, times: 1 },
    { bits: 24, times: 20 },
  ],
  ipv6: [
    { bits: 64, times: 1 },
    { bits: 56, times: 5 },
    { bits: 48, times: 20 },
  ],
}

/** What a message may name. */
interface Facts {
  most: number
  /** When to try again, such as `5 minutes`. */
  time: string
}

interface Rule {
  /** The caller, or the record, that the rule counts for. */
  per: string
  /** 0 means no limit. */
  most: number | ((settings: Settings) => number)
  /** The setting that `most` follows. */
  setting?: string
  /** What is counted, with its unit. */
  of: string
  /** In milliseconds. Without it, the rule counts what there is at one time. */
  within?: number
  /** The code of the error. Null if there is none: `message` then says what happens. */
  code: ErrorCode | RestErrorCode | 'BAD_USER_INPUT' | 'QUERY_TOO_EXPENSIVE' | null
  /** Where it has … or no end, the code that refuses adds the facts. */
  message: string | ((facts: Facts) => string)
  /** Whom the rule protects from what. */
  protects: string
  /** The file with the test of the attack. It names the rule, its setting or its error. */
  attack: string
  /** True if LIMITS=off turns the rule off. */
  countsCallers?: true
}

const STOCK_SHARES = 'server/domain/orders/placement/unprovenHolds.test.ts'
const ON_DELIVERY = 'server/domain/orders/on-delivery/openOnDelivery.test.ts'
const REQUESTS = 'server/http/requestLimits.test.ts'
const STRANGERS = 'server/domain/login/codes/strangers.test.ts'
const CODES = 'server/domain/login/codes/codes.test.ts'
const QUESTIONS = 'server/domain/questions/questions.test.ts'
const CONNECTIONS = 'server/http/connections.slow.test.ts'
const OPERATIONS = 'server/graphql/operation/limits.test.ts'
const COST = 'server/graphql/operation/cost.test.ts'
const LISTS = 'server/domain/listLimits.test.ts'
const BUYER_PHOTOS = 'server/web/media/uploadBuyerPhoto.test.ts'
const EMPTY_SEARCHES = 'server/domain/catalogue/emptySearches.test.ts'

const CLOSED = 'Nothing: the server closes the connection.'
const NOT_COUNTED = 'Nothing: the search is answered, but not counted.'
const SEVERAL_CODES =
  'Several codes were requested for this address. If you asked for one, enter it on that page, or ask again in'
/** Names neither a number nor what it counts, so that callers cannot look up the mobile numbers and addresses of others. */
const TOO_MANY_ON_DELIVERY =
  'Too many cash on delivery orders like this one are on the way. Please pay for this order online.'
/** `placement.ts` adds the product and the number of pieces that can be ordered. */
const OUT_OF_STOCK = 'You can order at most … of … now.'

export const RULES = {
  // Connections and bodies

  'connections.inTotal': {
    per: 'all clients of a server',
    most: 10_000,
    of: 'open connections',
    code: null,
    message: CLOSED,
    protects: 'the server from running out of memory',
    attack: CONNECTIONS,
  },
  'connections.perNetwork': {
    per: 'a network, if no proxy is in front',
    most: 1_000,
    of: 'open connections',
    code: null,
    message: CLOSED,
    protects: 'other visitors from one who takes all connections',
    attack: CONNECTIONS,
    countsCallers: true,
  },
  'connections.perWideNetwork': {
    per: 'a wide network, if no proxy is in front',
    most: 5_000,
    of: 'open connections',
    code: null,
    message: CLOSED,
    protects: 'other visitors from one with many IPv6 networks',
    attack: CONNECTIONS,
    countsCallers: true,
  },
  'connections.requestMs': {
    per: 'a client',
    most: 30_000,
    of: 'ms to send a request',
    code: null,
    message: 'The status 408, and the server closes the connection.',
    protects: 'the server from clients that send slowly',
    attack: CONNECTIONS,
  },
  'connections.headersMs': {
    per: 'a client',
    most: 15_000,
    of: 'ms to send the headers of a request',
    code: null,
    message: 'The status 408, and the server closes the connection.',
    protects: 'the server from clients that send slowly',
    attack: CONNECTIONS,
  },
  'connections.sendMs': {
    per: 'a client',
    most: 30_000,
    of: 'ms to read the next part of a response',
    code: null,
    message: CLOSED,
    protects: 'the memory of the server from clients that do not read',
    attack: CONNECTIONS,
  },
  'bodies.bytes': {
    per: 'a request',
    most: 256 * 1024,
    of: 'bytes of body',
    code: 'BODY_TOO_LARGE',
    message: REST_ERRORS.BODY_TOO_LARGE.message,
    protects: 'the server from parsing for long',
    attack: 'server/rest/errors.test.ts',
  },
  'bodies.depth': {
    per: 'a request',
    most: 64,
    of: 'levels of arrays and objects in a JSON body',
    code: 'MALFORMED_BODY',
    message: ({ most }) => `The request body is nested more than ${most} levels deep.`,
    protects: 'the server from 240 KB of brackets, which take 50 ms to parse',
    attack: 'server/graphql/operation/http.test.ts',
  },
  'responses.bytes': {
    per: 'a personal response',
    most: MAX_RESPONSE_BYTES,
    of: 'bytes',
    code: 'RESPONSE_TOO_LARGE',
    message: ({ most }) => responseTooLarge(most),
    protects: 'the memory of the server from responses of hundreds of MB',
    attack: COST,
  },

  // Requests and their cost

  'requests.perNetwork': {
    per: 'the visitors of a network',
    most: ({ requestsPerMinute }) => Math.ceil(requestsPerMinute / 4),
    setting: 'REQUESTS_PER_MINUTE',
    of: 'requests to REST and GraphQL that the cache does not answer',
    within: MINUTE_MS,
    code: 'TOO_MANY_REQUESTS',
    message: REST_ERRORS.TOO_MANY_REQUESTS.message,
    protects: 'other visitors from a flood of requests',
    attack: REQUESTS,
    countsCallers: true,
  },
  'requests.perNetworkOfUsers': {
    per: 'the logged-in users of a network',
    most: ({ requestsPerMinute }) => requestsPerMinute,
    setting: 'REQUESTS_PER_MINUTE',
    of: 'requests to REST and GraphQL that the cache does not answer',
    within: MINUTE_MS,
    code: 'TOO_MANY_REQUESTS',
    message: REST_ERRORS.TOO_MANY_REQUESTS.message,
    protects: 'other visitors from a flood of requests',
    attack: REQUESTS,
    countsCallers: true,
  },
  'requests.perKey': {
    per: 'an API key',
    most: ({ requestsPerMinute }) => Math.ceil(requestsPerMinute / 10),
    setting: 'REQUESTS_PER_MINUTE',
    of: 'requests to REST and GraphQL that the cache does not answer',
    within: MINUTE_MS,
    code: 'TOO_MANY_REQUESTS',
    message: REST_ERRORS.TOO_MANY_REQUESTS.message,
    protects: 'shoppers from a program that calls too often',
    attack: REQUESTS,
    countsCallers: true,
  },
  'cost.perNetwork': {
    per: 'a network',
    most: ({ costPerMinute }) => costPerMinute,
    setting: 'COST_PER_MINUTE',
    of: 'points of about 10 µs',
    within: MINUTE_MS,
    code: 'TOO_MANY_REQUESTS',
    message: REST_ERRORS.TOO_MANY_REQUESTS.message,
    protects: 'other visitors from one who uses all of the CPU',
    attack: COST,
    countsCallers: true,
  },
  'cost.perAccount': {
    per: 'an account',
    most: ({ costPerMinute }) => Math.ceil(costPerMinute / 2),
    setting: 'COST_PER_MINUTE',
    of: 'points of about 10 µs',
    within: MINUTE_MS,
    code: 'TOO_MANY_REQUESTS',
    message: REST_ERRORS.TOO_MANY_REQUESTS.message,
    protects: 'other visitors from one account on many networks',
    attack: COST,
    countsCallers: true,
  },
  'cost.perKey': {
    per: 'an API key',
    most: ({ costPerMinute }) => Math.ceil(costPerMinute / 2),
    setting: 'COST_PER_MINUTE',
    of: 'points of about 10 µs',
    within: MINUTE_MS,
    code: 'TOO_MANY_REQUESTS',
    message: REST_ERRORS.TOO_MANY_REQUESTS.message,
    protects: 'shoppers from a program that uses all of the CPU',
    attack: COST,
    countsCallers: true,
  },
  'cost.perOperation': {
    per: 'a GraphQL operation',
    most: ({ queryCost }) => queryCost,
    setting: 'QUERY_COST',
    of: 'points of about 10 µs',
    code: 'QUERY_TOO_EXPENSIVE',
    message: 'The query costs … points, but the maximum is …',
    protects: 'other visitors from one operation that runs for seconds',
    attack: COST,
  },
  'operations.depth': {
    per: 'a GraphQL document',
    most: 12,
    of: 'levels of fields',
    code: 'BAD_USER_INPUT',
    message: ({ most }) => `Syntax Error: Query depth limit of ${most} exceeded, found ….`,
    protects: 'the server from validating for long',
    attack: OPERATIONS,
  },
  'operations.aliases': {
    per: 'a GraphQL document',
    most: 100,
    of: 'aliases',
    code: 'BAD_USER_INPUT',
    message: ({ most }) => `Syntax Error: Aliases limit of ${most} exceeded, found ….`,
    protects: 'the server from running one field many times',
    attack: OPERATIONS,
  },
  'operations.characters': {
    per: 'a GraphQL document',
    most: 15_000,
    of: 'characters',
    code: 'BAD_USER_INPUT',
    message: ({ most }) => `The query is longer than ${most} characters.`,
    protects: 'the server from parsing for long',
    attack: OPERATIONS,
  },
  'operations.tokens': {
    per: 'a GraphQL document',
    most: 1_000,
    of: 'tokens',
    code: 'BAD_USER_INPUT',
    message: ({ most }) => `Syntax Error: Document contains more than ${most} tokens. Parsing aborted.`,
    protects: 'the server from parsing and validating for long',
    attack: OPERATIONS,
  },
  'pages.atOnce': {
    per: 'all visitors of a server',
    most: 4,
    of: 'pages that it renders at the same time',
    code: null,
    message: 'Nothing: the browser renders the page.',
    protects: 'other requests from waiting for pages',
    attack: 'server/web/pages.test.ts',
  },

  // Searches

  'searches.perNetwork': {
    per: 'a network',
    most: 20,
    of: 'running and waiting searches',
    code: 'SEARCH_TOO_BROAD',
    message: 'Too many searches are running. Please try again in a moment.',
    protects: 'the searches of others from a long queue',
    attack: 'server/domain/catalogue/searchRows.test.ts',
  },
  'searches.perWideNetwork': {
    per: 'a wide network',
    most: 40,
    of: 'running and waiting searches',
    code: 'SEARCH_TOO_BROAD',
    message: 'Too many searches are running. Please try again in a moment.',
    protects: 'the searches of others from one with many IPv6 networks',
    attack: 'server/domain/catalogue/searchRows.test.ts',
  },
  'searches.ms': {
    per: 'a search in more than 4,000 products',
    most: 3_000,
    of: 'ms for a statement',
    code: 'SEARCH_TOO_BROAD',
    message: ERROR_MESSAGES.SEARCH_TOO_BROAD,
    protects: 'carts and orders from waiting for connections to the database',
    attack: 'server/domain/catalogue/searchRows.test.ts',
  },
  'emptySearches.perNetwork': {
    per: 'a network',
    most: 30,
    of: 'searches without a result that are counted',
    within: DAY_MS,
    code: null,
    message: NOT_COUNTED,
    protects: "the studio's list of empty searches from one who fills it",
    attack: EMPTY_SEARCHES,
  },
  'emptySearches.perWideNetwork': {
    per: 'a wide network',
    most: 250,
    of: 'searches without a result that are counted',
    within: DAY_MS,
    code: null,
    message: NOT_COUNTED,
    protects: "the studio's list of empty searches from one with many IPv6 networks",
    attack: EMPTY_SEARCHES,
  },
  'emptySearches.texts': {
    per: 'all visitors',
    most: 1_000,
    of: 'texts without a result that are stored',
    within: DAY_MS,
    code: null,
    message: NOT_COUNTED,
    protects: 'the database from a table without an end',
    attack: EMPTY_SEARCHES,
  },
  'emptySearches.textsOfOneNetwork': {
    per: 'all texts that only one wide network searched for',
    most: 500,
    of: 'texts without a result that are stored',
    within: DAY_MS,
    code: null,
    message: NOT_COUNTED,
    protects: "other people's texts from one who fills the table",
    attack: EMPTY_SEARCHES,
  },

  // Logins and codes

  'signIns.perNetwork': {
    per: 'a network',
    most: ({ signInsPerMinute }) => signInsPerMinute,
    setting: 'SIGN_INS_PER_MINUTE',
    of: 'logins, sign-ups and entered codes',
    within: MINUTE_MS,
    code: 'TOO_MANY_ATTEMPTS',
    message: ERROR_MESSAGES.TOO_MANY_ATTEMPTS,
    protects: 'other visitors from password hashes, which take 50 ms each',
    attack: REQUESTS,
    countsCallers: true,
  },
  'passwords.perNetwork': {
    per: 'an account, on one network or at a place of an earlier login',
    most: 10,
    of: 'wrong passwords',
    within: 15 * MINUTE_MS,
    code: 'TOO_MANY_ATTEMPTS',
    message: ERROR_MESSAGES.TOO_MANY_ATTEMPTS,
    protects: 'the owner of the account from one who guesses the password',
    attack: 'server/domain/login/accounts.test.ts',
    countsCallers: true,
  },
  'passwords.perWideNetwork': {
    per: 'an account, on one wide network',
    most: 50,
    of: 'wrong passwords',
    within: 15 * MINUTE_MS,
    code: 'TOO_MANY_ATTEMPTS',
    message: ERROR_MESSAGES.TOO_MANY_ATTEMPTS,
    protects: 'the owner from being locked out by one with many IPv6 networks',
    attack: 'server/domain/login/accounts.test.ts',
    countsCallers: true,
  },
  'passwords.perAccount': {
    per: 'an account, on all networks',
    most: 100,
    of: 'wrong passwords',
    within: 15 * MINUTE_MS,
    code: 'TOO_MANY_ATTEMPTS',
    message: ERROR_MESSAGES.TOO_MANY_ATTEMPTS,
    protects: 'the owner of the account from many who guess the password together',
    attack: 'server/domain/login/accounts.test.ts',
    countsCallers: true,
  },
  'appCodes.perAccount': {
    per: 'a member of staff, on all networks',
    most: 10,
    of: 'wrong codes of the authenticator app',
    within: 15 * MINUTE_MS,
    code: 'TOO_MANY_ATTEMPTS',
    message: ERROR_MESSAGES.TOO_MANY_ATTEMPTS,
    protects: 'staff from a thief of the password who guesses the code',
    attack: 'server/domain/office/access/access.test.ts',
    countsCallers: true,
  },
  'appCodes.inARow': {
    per: 'a member of staff, on all networks',
    most: 30,
    of: 'wrong codes of the authenticator app in a row',
    code: 'TOO_MANY_ATTEMPTS',
    message: 'Too many wrong codes were entered. Use a recovery code, or try again tomorrow.',
    protects: 'staff from a thief of the password who guesses the code for weeks',
    attack: 'server/domain/office/access/access.test.ts',
  },
  'codes.perNetwork': {
    per: 'a network',
    most: 300,
    of: 'emailed codes',
    within: HOUR_MS,
    code: 'TOO_MANY_ATTEMPTS',
    message: ({ time }) => `Your network requested too many codes. Please ask again in ${time}.`,
    protects: "many people's mailboxes from codes, and the shop's name as a sender",
    attack: CODES,
    countsCallers: true,
  },
  'codes.perMailboxAndNetwork': {
    per: 'a mailbox, from one network, for logins and for product notices each',
    most: 3,
    of: 'emailed codes',
    within: HOUR_MS,
    code: 'TOO_MANY_ATTEMPTS',
    message: ({ time }) =>
      `You asked for several codes. Enter the newest one on the page where you asked for it, or ask again in ${time}.`,
    protects: "a person's mailbox from a stranger",
    attack: CODES,
    countsCallers: true,
  },
  'codes.perMailboxAndWideNetwork': {
    per: 'a mailbox, from one wide network',
    most: 6,
    of: 'emailed codes',
    within: HOUR_MS,
    code: 'TOO_MANY_ATTEMPTS',
    message: ({ time }) => `${SEVERAL_CODES} ${time}.`,
    protects: "the owner's codes from a stranger with many IPv6 networks",
    attack: STRANGERS,
    countsCallers: true,
  },
  'codes.perMailbox': {
    per: 'a mailbox, from all networks',
    most: 12,
    of: 'emailed codes',
    within: HOUR_MS,
    code: 'TOO_MANY_ATTEMPTS',
    message: ({ time }) => `${SEVERAL_CODES} ${time}.`,
    protects: "a person's mailbox from many strangers",
    attack: STRANGERS,
    countsCallers: true,
  },
  'codes.reserve': {
    per: 'each of the last five networks and the last browser of a verified account',
    most: 1,
    of: 'emailed code beyond the other limits',
    within: HOUR_MS,
    code: 'TOO_MANY_ATTEMPTS',
    message: 'The message of the limit that was reached.',
    protects: 'the owner from strangers who use up the codes of the mailbox',
    attack: STRANGERS,
  },
  'wrongCodes.perRequest': {
    per: 'the request of a code',
    most: 5,
    of: 'wrong codes',
    code: 'CODE_INVALID',
    message: 'Too many wrong codes.',
    protects: 'the owner of the account from one who guesses the code',
    attack: CODES,
  },
  'wrongCodes.perNetwork': {
    per: 'a network, for all addresses',
    most: 100,
    of: 'wrong codes',
    within: 15 * MINUTE_MS,
    code: 'TOO_MANY_ATTEMPTS',
    message: 'Your network sent too many wrong codes, so each code has only one attempt for now.',
    protects: 'all accounts from one who guesses codes of many addresses',
    attack: CODES,
    countsCallers: true,
  },
  'wrongCodes.inARow': {
    per: 'an address, on all networks, without codes for product notices',
    most: 50,
    of: 'wrong codes in a row',
    code: 'TOO_MANY_ATTEMPTS',
    message:
      'Too many wrong codes were entered for this address, so codes are closed for a day. Use your password. If you have no password, wait a day or use the browser of your last login.',
    protects: 'the owner of the account from many networks that guess for weeks',
    attack: STRANGERS,
  },
  'mails.perUnprovenAddress': {
    per: 'an address that nobody confirmed',
    most: 1,
    of: 'email about orders',
    within: HOUR_MS,
    code: null,
    message: 'Nothing: the next email waits.',
    protects: 'the owner of a mailbox from a stranger who orders with the address',
    attack: 'server/domain/mail/pace.test.ts',
  },

  // Questions to the studio. Only the owner of a confirmed email is not a stranger.

  'questions.perAddress': {
    per: 'a mailbox to which the studio replies',
    most: 5,
    of: 'questions',
    within: DAY_MS,
    code: 'LIMIT_REACHED',
    message: ({ most }) => `${most} questions came from this address today. Please write again tomorrow.`,
    protects: 'the studio from many questions of one person, and the owner of the address from answers',
    attack: QUESTIONS,
    countsCallers: true,
  },
  'questions.perAccount': {
    per: 'an account',
    most: 5,
    of: 'questions',
    within: DAY_MS,
    code: 'LIMIT_REACHED',
    message: ({ most }) => `You can send ${most} questions a day. Please write again tomorrow.`,
    protects: 'the studio from one account that names many addresses',
    attack: QUESTIONS,
    countsCallers: true,
  },
  'questions.perNetworkOfStrangers': {
    per: 'the strangers of a network',
    most: 5,
    of: 'questions',
    within: DAY_MS,
    code: 'LIMIT_REACHED',
    message: 'Your network sent many questions today. Please write again tomorrow, or log in and confirm your email.',
    protects: 'the studio from a person who invents addresses',
    attack: QUESTIONS,
    countsCallers: true,
  },
  'questions.perNetworkOfConfirmed': {
    per: 'the accounts of a network with a confirmed email',
    most: 50,
    of: 'questions',
    within: DAY_MS,
    code: 'LIMIT_REACHED',
    message: 'Your network sent many questions today. Please write again tomorrow.',
    protects: 'the studio from a person who confirms many emails',
    attack: QUESTIONS,
    countsCallers: true,
  },
  'questions.ofStrangers': {
    // The widest networks count as 20 subscribers, so each can take half of this.
    per: 'all strangers',
    most: 200,
    of: 'questions',
    within: DAY_MS,
    code: 'LIMIT_REACHED',
    message: 'Many questions came today. Please write again tomorrow, or log in and confirm your email.',
    protects: "the studio's mailbox from many networks, and buyers' questions from being lost among others",
    attack: QUESTIONS,
    countsCallers: true,
  },

  // Stock and orders. An account is unproven until its email is confirmed or one of its orders is paid (domain/accounts/unproven.ts).

  'holds.perAccount': {
    per: 'an account',
    most: 3,
    of: 'unpaid orders',
    within: HOUR_MS,
    code: 'TOO_MANY_ATTEMPTS',
    message: ({ time }) => `You started too many orders without paying in the last hour. Please try again in ${time}.`,
    protects: 'other shoppers from one account that holds the stock again and again',
    attack: 'server/domain/orders/placement/holdLimits.test.ts',
    countsCallers: true,
  },
  'holds.perNetworkOfUnproven': {
    per: 'the unproven accounts of a network',
    most: 60,
    of: 'unpaid orders',
    within: HOUR_MS,
    code: 'TOO_MANY_ATTEMPTS',
    message: ({ time }) =>
      `Too many orders were started from your network without paying in the last hour. Please try again in ${time}.`,
    protects: 'other shoppers from one who opens many accounts',
    attack: 'server/domain/orders/placement/holdLimits.test.ts',
    countsCallers: true,
  },
  'holds.perNetworkOfProven': {
    per: 'the proven accounts of a network',
    most: 300,
    of: 'unpaid orders',
    within: HOUR_MS,
    code: 'TOO_MANY_ATTEMPTS',
    message: ({ time }) =>
      `Too many orders were started from your network without paying in the last hour. Please try again in ${time}.`,
    protects: 'other shoppers from one who confirms many emails',
    attack: 'server/domain/orders/placement/holdLimits.test.ts',
    countsCallers: true,
  },
  'stock.perOrder': {
    per: 'an unpaid order of a proven account',
    most: 50,
    of: '% of the pieces of a product that are left, and always 5 pieces',
    code: 'OUT_OF_STOCK',
    message: OUT_OF_STOCK,
    protects: 'other shoppers from one who holds the whole stock',
    attack: 'server/domain/orders/placement/holdLimits.test.ts',
    countsCallers: true,
  },
  'stock.ofUnproven': {
    per: 'the unpaid orders of all unproven accounts',
    most: 50,
    of: '% of the pieces of a product, and never the last of several',
    code: 'OUT_OF_STOCK',
    message: OUT_OF_STOCK,
    protects: 'other shoppers from one who invents accounts',
    attack: STOCK_SHARES,
    countsCallers: true,
  },
  'stock.perNetwork': {
    per: 'the unpaid orders of the unproven accounts of a network, if the shop sends emails',
    most: 25,
    of: '% of the pieces of a product, and always 2 pieces',
    code: 'OUT_OF_STOCK',
    message: OUT_OF_STOCK,
    protects: 'other new shoppers from one who invents accounts',
    attack: STOCK_SHARES,
    countsCallers: true,
  },
  'stock.perWideNetwork': {
    // Less than twice `perNetwork`: two narrow networks would reach the share of all unproven accounts.
    per: 'the unpaid orders of the unproven accounts of a wide network, if the shop sends emails',
    most: 37.5,
    of: '% of the pieces of a product',
    code: 'OUT_OF_STOCK',
    message: OUT_OF_STOCK,
    protects: 'other new shoppers from one with many IPv6 networks',
    attack: STOCK_SHARES,
    countsCallers: true,
  },
  'stock.onDelivery': {
    per: 'the orders on delivery of all unproven accounts, until they are shipped',
    most: 50,
    of: '% of the pieces that unproven accounts may hold',
    code: 'PAY_ON_DELIVERY_UNAVAILABLE',
    message: 'New accounts can order at most … of … with cash on delivery now. Please pay for this order online.',
    protects: 'new shoppers who pay online from orders that hold pieces for days',
    attack: STOCK_SHARES,
    countsCallers: true,
  },
  'coupons.ofUnproven': {
    per: 'the unpaid orders of all unproven accounts',
    most: 50,
    of: '% of the uses of a coupon, and never the last of several',
    code: 'COUPON_NOT_USABLE',
    message: 'Coupon … is reserved for confirmed accounts at the moment.',
    protects: 'other shoppers from one who invents accounts and claims all uses',
    attack: 'server/domain/cart/coupons.test.ts',
    countsCallers: true,
  },
  'onDelivery.perAccount': {
    per: 'an account',
    most: ({ openOnDelivery }) => openOnDelivery,
    setting: 'COD_OPEN_ORDERS',
    of: 'open orders on delivery',
    code: 'PAY_ON_DELIVERY_UNAVAILABLE',
    message: 'You already have too many cash on delivery orders on the way. Please pay for this order online.',
    protects: 'the studio from parcels that nobody pays for',
    attack: 'server/domain/orders/on-delivery/onDelivery.test.ts',
    countsCallers: true,
  },
  'onDelivery.perMobile': {
    per: 'a mobile number: the own orders, and those of accounts that paid before',
    most: 3,
    of: 'open orders on delivery',
    code: 'PAY_ON_DELIVERY_UNAVAILABLE',
    message: TOO_MANY_ON_DELIVERY,
    protects: 'the studio from one buyer with several accounts',
    attack: ON_DELIVERY,
    countsCallers: true,
  },
  'onDelivery.perPostalAddress': {
    per: 'a postal address: the own orders, and those of accounts that paid before',
    most: 3,
    of: 'open orders on delivery',
    code: 'PAY_ON_DELIVERY_UNAVAILABLE',
    message: TOO_MANY_ON_DELIVERY,
    protects: 'the studio from one buyer with several accounts and numbers',
    attack: ON_DELIVERY,
    countsCallers: true,
  },
  'onDelivery.perNetworkOfUnproven': {
    per: 'the unproven accounts of a network',
    most: 5,
    of: 'open orders on delivery',
    code: 'PAY_ON_DELIVERY_UNAVAILABLE',
    message: TOO_MANY_ON_DELIVERY,
    protects: 'the studio from one who invents accounts',
    attack: ON_DELIVERY,
    countsCallers: true,
  },
  'onDelivery.perNetworkOfProven': {
    per: 'the proven accounts of a network',
    most: 20,
    of: 'open orders on delivery',
    code: 'PAY_ON_DELIVERY_UNAVAILABLE',
    message: TOO_MANY_ON_DELIVERY,
    protects: 'the studio from a person who confirms many emails',
    attack: ON_DELIVERY,
    countsCallers: true,
  },
  'onDelivery.packHours': {
    per: 'an order on delivery of an unproven account',
    most: 72,
    of: 'hours until staff ship it',
    code: null,
    message: ({ most }) =>
      `We cancelled this order because we could not ship it within ${most} ${most === 1 ? 'hour' : 'hours'}.`,
    protects: 'other shoppers from orders that hold pieces for weeks',
    attack: 'server/domain/orders/on-delivery/unpacked.test.ts',
  },
  'onDelivery.many': {
    per: 'a mobile number, a postal address or a network',
    most: 10,
    of: 'open orders on delivery until staff see them',
    code: null,
    message: 'Nothing: the page Today and the metrics show them to staff.',
    protects: 'the studio from many accounts that order together',
    attack: 'server/domain/office/orders/onDeliverySources.test.ts',
  },
  'addressChanges.perOrder': {
    per: 'an order',
    most: 20,
    of: 'changes of its address by the buyer',
    code: 'LIMIT_REACHED',
    message: ({ most }) => `You have changed this address ${most} times. Please contact us to change it again.`,
    protects: 'the database and the webhook from changes without an end',
    attack: 'server/domain/orders/placement/changeAddress.test.ts',
  },

  // Lists

  'lists.addresses': {
    per: 'an account',
    most: 20,
    of: 'addresses',
    code: 'LIMIT_REACHED',
    message: 'Please remove an address first',
    protects: 'the server: 1,800 addresses once made a response of 328 MB',
    attack: LISTS,
  },
  'lists.wishlist': {
    per: 'an account',
    most: 200,
    of: 'saved products',
    code: 'LIMIT_REACHED',
    message: 'Please remove a product from the wishlist first',
    protects: 'the server from long lists',
    attack: LISTS,
  },
  'lists.cartLines': {
    per: 'an account',
    most: 100,
    of: 'lines of the cart',
    code: 'LIMIT_REACHED',
    message: 'Please remove a product from the cart first',
    protects: 'the server from long lists',
    attack: LISTS,
  },
  'lists.idempotencyKeys': {
    per: 'an account',
    most: 50,
    of: 'idempotency keys',
    within: DAY_MS,
    code: null,
    message: 'Nothing: a new key replaces the oldest.',
    protects: 'the database from results without an end',
    attack: 'server/domain/idempotency.test.ts',
  },
  'lists.notices': {
    per: 'an address',
    most: 20,
    of: 'open product notices',
    code: 'LIMIT_REACHED',
    message: ({ most }) => `You already wait for emails about ${most} products. Please stop one on your profile first`,
    protects: 'the outbox from one who waits for all products',
    attack: 'server/domain/notices/notices.test.ts',
  },
  'reviews.perAccount': {
    per: 'an account',
    most: 10,
    of: 'new reviews',
    within: DAY_MS,
    code: 'LIMIT_REACHED',
    message: ({ most }) => `You can write ${most} reviews a day. Please write the next one tomorrow.`,
    protects: 'the studio from more reviews than it can read',
    attack: 'server/domain/reviews/reviews.test.ts',
  },
  'staff.invitations': {
    per: 'the studio',
    most: 50,
    of: 'invitations that are open or less than a day old',
    code: 'LIMIT_REACHED',
    message: ({ most }) => `At most ${most} invitations a day, and open ones.`,
    protects: "people's mailboxes from one who stole the session of a member of staff",
    attack: 'server/domain/office/access/access.test.ts',
  },
  'staff.keys': {
    per: 'the studio',
    most: 100,
    of: 'active API keys',
    code: 'LIMIT_REACHED',
    message: ERROR_MESSAGES.LIMIT_REACHED,
    protects: 'the server from long lists',
    attack: 'server/domain/office/access/access.test.ts',
  },
  'staff.roles': {
    per: 'the studio',
    most: 50,
    of: 'roles',
    code: 'LIMIT_REACHED',
    message: ERROR_MESSAGES.LIMIT_REACHED,
    protects: 'the server from long lists',
    attack: 'server/domain/office/access/access.test.ts',
  },

  // Photos

  'uploads.perAccountAndDay': {
    per: 'a buyer',
    most: 40,
    of: 'attempts to upload a photo',
    within: DAY_MS,
    code: 'LIMIT_REACHED',
    message: 'You have uploaded many photos today. Please try again tomorrow.',
    protects: 'the photo store from one who fills it',
    attack: BUYER_PHOTOS,
  },
  'uploads.perAccount': {
    per: 'a buyer',
    most: 1,
    of: 'photo at a time',
    code: 'TOO_MANY_ATTEMPTS',
    message: 'Your other photo is still being processed. Please upload one after another.',
    protects: 'the uploads of other buyers from one who takes all places',
    attack: BUYER_PHOTOS,
  },
  'uploads.ofBuyers': {
    per: 'all buyers of a server',
    most: 4,
    of: 'bodies that it reads at the same time',
    code: 'TOO_MANY_ATTEMPTS',
    message: 'Many photos arrive right now. Please try again in a moment.',
    protects: 'the server: reading and hashing 10 MB takes 0.2 s',
    attack: BUYER_PHOTOS,
  },
  'uploads.waiting': {
    per: 'staff and buyers each, of a server',
    most: 8,
    of: 'photos that are decoded or wait for it',
    code: 'TOO_MANY_ATTEMPTS',
    message: 'Many photos are being processed right now. Please try again in a minute.',
    protects: 'the memory of the server: a decoded photo may take 150 MB',
    attack: 'server/media/media.test.ts',
  },
} as const satisfies Record<string, Rule>

export type RuleName = keyof typeof RULES

export const RULE_NAMES = Object.keys(RULES) as RuleName[]
