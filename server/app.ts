/** Builds the whole server as one Fastify app. The app does not listen, so tests can build the same app. */
import Fastify, { type FastifyInstance } from 'fastify'
import { answerClientError, answerHeaders, answerUnreadablePath, readableUrl } from './http/answerHeaders'
import { responseCache } from './cache/responseCache'
import { auth, jwtSecretOf } from './http/auth'
import { MAX_BODY_BYTES } from './http/bodies'
import { gracefulClosing } from './http/closing'
import { serverFactory } from './http/connections'
import { cacheUntil } from './database/catalogue-changes/catalogueWatch'
import type { Database } from './database/client'
import { sqlOver } from './database/sql'
import { listCoupons } from './domain/cart/coupons'
import { listCategories } from './domain/catalogue/catalogue'
import { readChoices } from './domain/catalogue/choices'
import { EmptySearches, storeEmptySearches } from './domain/catalogue/emptySearches'
import { keepCells } from './domain/catalogue/keptCells'
import { readProductWords } from './domain/catalogue/words/productWords'
import { networkHasher } from './guards/network'
import { orderLinks } from './domain/orders/messages/orderLink'
import type { Shop } from './domain/shop'
import { graphql } from './graphql'
import { openApollo } from './graphql/apollo'
import { costBudgets } from './http/costBudgets'
import { mailCodes } from './domain/login/codes/codeDigits'
import { sealer } from './crypto/sealed'
import { requestLimits } from './http/requestLimits'
import { loggerFor, requestIdsFor, ResponseLog } from './http/logging'
import { ops } from './ops'
import { ExternalServices } from './external/externalServices'
import { razorpayProvider } from './payments/razorpay'
import { sandboxProvider } from './payments/sandbox'
import { photoLinks } from './media/photoLinks'
import { openMedia } from './media/media'
import { rest } from './rest'
import { handleNotFound } from './rest/errors'
import { limitsFor, type LimitChanges, type Limits } from './guards/limits'
import type { Settings } from './settings'
import { web } from './web'

declare module 'fastify' {
  interface FastifyInstance {
    shop: Shop
    limits: Limits
    outside: ExternalServices
  }
}

const START_TIMEOUT_MS = 30_000
/** The longest parameter in a path: an id of 200 letters, each of three bytes and so of nine characters in a URL. */
const MAX_PARAMETER_CHARS = 1800

/** Log messages about services outside the shop. */
const PAYMENTS = {
  fails: 'The payment provider does not respond. Orders cannot be paid until it responds again.',
  isBack: 'The payment provider responds again.',
}
const PHOTOS = { fails: 'The photo store does not respond.', isBack: 'The photo store responds again.' }

interface Parts extends Omit<Database, 'close'> {
  settings: Settings
  /** A test may change limits. */
  limits?: LimitChanges | undefined
  /** Adds hooks that must be registered before the routes. */
  prepare?: ((app: FastifyInstance) => void) | undefined
  /** Where to write the log. Defaults to the terminal. */
  logTo?: NodeJS.WritableStream | undefined
}

export async function buildApp({
  settings,
  limits: changes,
  prepare,
  logTo,
  ...database
}: Parts): Promise<FastifyInstance> {
  const { db, catalogue } = database
  const limits = limitsFor(settings, changes)
  const cache = responseCache({
    watch: catalogue,
    passesHooks: settings.apiDelayMs > 0,
  })
  const closing = gracefulClosing(settings.shutdownMs)
  const app = Fastify({
    serverFactory: closing.watch(serverFactory(settings, limits)),
    logger: loggerFor(settings, logTo),
    logController: new ResponseLog(),
    genReqId: requestIdsFor(settings),
    requestIdHeader: false,
    trustProxy: settings.trustProxy,
    bodyLimit: MAX_BODY_BYTES,
    routerOptions: { maxParamLength: MAX_PARAMETER_CHARS },
    forceCloseConnections: 'idle',
    // The timeout also applies to closing, which can take as long as the last pending request.
    pluginTimeout: settings.shutdownMs > 0 ? settings.shutdownMs + START_TIMEOUT_MS : 0,
    // closing.ts responds while the app closes, because Fastify's response would not match the contract.
    return503OnClosing: false,
    rewriteUrl: readableUrl,
    frameworkErrors: answerUnreadablePath(handleNotFound),
    clientErrorHandler: answerClientError,
  })
  prepare?.(app)
  const outside = new ExternalServices(app.log)
  app.decorate('outside', outside)
  await app.register(closing.plugin)
  await app.register(cache)
  if (settings.isLimitsOff)
    app.log.warn('LIMITS=off: the limits for each client are off. Use this only on a private machine.')
  app.decorate('limits', limits)
  await app.register(requestLimits, settings)
  const secret = jwtSecretOf(settings)
  const hashNetworks = networkHasher(secret)
  const cells = keepCells(db, catalogue)
  app.decorate('shop', {
    db,
    sql: sqlOver(database.pool, {
      isPrepared: settings.databasePrepared,
      retryMs: settings.databaseRetryMs,
      isEmbedded: settings.databaseUrl === null,
    }),
    cells,
    choices: cacheUntil('countsChanged', catalogue, async () => readChoices(db, await cells())),
    productWords: cacheUntil('changed', catalogue, () => readProductWords(db)),
    emptySearches: new EmptySearches(),
    categories: cacheUntil('changed', catalogue, () => listCategories({ db })),
    coupons: cacheUntil('changed', catalogue, () => listCoupons(db)),
    settings,
    limits,
    // The keys of the payment sandbox are derived from the server's secret.
    payments: settings.razorpay
      ? razorpayProvider(settings.razorpay, { outcomes: outside.watch('payments', PAYMENTS), log: app.log })
      : sandboxProvider({ db, secret, retryMs: settings.databaseRetryMs }),
    media: openMedia(settings, outside.watch('photo-store', PHOTOS)),
    outside,
    hashNetwork: (address) => hashNetworks(address)[0].hash,
    hashNetworks,
    orderLinks: orderLinks(secret, settings.jwtSecretAccepted),
    reviewLinks: orderLinks(secret, settings.jwtSecretAccepted, 'review'),
    photoLinks: photoLinks(secret, settings.jwtSecretAccepted),
    mailCodes: mailCodes(secret, settings.jwtSecretAccepted),
    sealer: sealer(secret, settings.jwtSecretAccepted),
    signInsPerAddress: app.countSignIn,
    codesPerAddress: app.countCodeRequest,
    log: app.log,
  })
  // Runs when no request is open any more, and before the database closes.
  app.addHook('onClose', () =>
    storeEmptySearches(app.shop).catch((err: unknown) => app.log.error({ err }, 'the last searches were not counted')),
  )
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(answerHeaders(request.id))
    done()
  })
  await app.register(ops, database)
  await app.register(auth, { secret, accepted: settings.jwtSecretAccepted, tokenDays: settings.tokenDays })
  await app.register(costBudgets)
  await app.register(rest, { prefix: '/api' })
  await openApollo(app)
  await app.register(web)
  await app.register(graphql, { prefix: '/graphql' })
  return app
}
