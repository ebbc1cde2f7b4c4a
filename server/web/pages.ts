/**
 * The shop's pages. The server renders and caches those that visitors see first, and sends the others as header, skeleton and footer. Anyone can request
 * pages that are not cached, so the number of pages rendered at once and the cost per client are limited.
 */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { LRUCache } from 'lru-cache'
import { familiesOf } from '../domain/catalogue/variants'
import type { Shop } from '../domain/shop'
import { projectRoot } from '../settings'
import { NOT_FOUND_PATH, type ExecutePageOperation, type MissingPage, type PageRenderer } from '../shared/rendering'
import { isUnavailable, UnavailableError } from '../external/unavailable'
import { fillPath, PAGES } from '../shared/pages'
import { originOf } from './origin'

declare module 'fastify' {
  interface FastifyRequest {
    /** The canonical URL of the request's page. Null if the server renders none; undefined before matching. */
    page: URL | null | undefined
  }
}

interface Rendered {
  html: string
  /** True if the page may be cached for everyone. */
  isPublic: boolean
}

export const CLIENT = join(projectRoot, 'dist/client')
const RENDERER = pathToFileURL(join(projectRoot, 'dist/ssr/entry.server.js')).href
/** A browser treats `http://host/` and `//host/` as another site. A path that ends like a file name is not a page. */
const NO_PAGE = /^[^/]|^\/[/\\]|\.[a-z0-9]+$/i
/** The cost of rendering a page, in the same points as operations. It takes 10 to 30 ms, a quarter of the time when this was set. */
const RENDERING_POINTS = 6_000
/** The cost of finding out that a page does not exist, which is also part of the cost of other pages. */
const LOADING_POINTS = 500
/** How long the rendered "not found" page is reused. */
const NOT_FOUND_MS = 10_000
/** Enough for both kinds of "not found" page at the shop's own origins: a few names, over HTTP and HTTPS. */
const MAX_NOT_FOUND = 20
/** Stand for all missing pages of their kind. The first has no route, and no product has the id of the second, which has neither letters nor digits. */
const MISSING_PATHS: Record<MissingPage, string> = {
  page: NOT_FOUND_PATH,
  product: fillPath(PAGES.product.path, '-'),
}

/** The beginning of all product pages' paths. */
const PRODUCTS = fillPath(PAGES.product.path, '')

export const isClientBuilt = (): boolean => existsSync(join(CLIENT, 'index.html'))

const asksForPage = ({ url, headers: { accept = '*/*' } }: FastifyRequest): boolean =>
  !NO_PAGE.test(url.split('?', 1)[0]!) && accept.split(',').some((type) => /^\s*(text\/html|\*\/\*)/.test(type))

const sendUnrendered = (reply: FastifyReply) => reply.sendFile('index.html', CLIENT, { cacheControl: false })

/** Reads the build's manifest. The returned function creates links that preload the client's files with the given names. */
function readPreloadLinks(): (names: string[]) => string {
  const built = JSON.parse(readFileSync(join(CLIENT, 'files.json'), 'utf8')) as Record<
    string,
    { file: string; name?: string }
  >
  const links = new Map(
    Object.values(built).map(({ name, file }) => [
      name,
      `<link rel="modulepreload" href="/${file}" fetchpriority="low" />`,
    ]),
  )
  return (names) => names.map((name) => links.get(name)!).join('')
}

type OptionSlugs = ReadonlyMap<string, ReadonlySet<string>>

const NO_OPTIONS: OptionSlugs = new Map()
/** A product's id is at most this long. */
const MAX_ID_LENGTH = 200
/** The products whose options are kept for times without the database. */
const MAX_PRODUCTS = 1_000

/** Null for a path that is not a product's. */
function productIdIn(url: string): string | null {
  const [path] = url.split('?', 1)
  try {
    return decodeURIComponent(path!.slice(PRODUCTS.length).replace(/\/$/, ''))
  } catch {
    return null
  }
}

/** The slugs of the values of each option of a product. Empty for a product without variants, and for an unknown one. */
async function optionsOf({ db, sql }: Shop, id: string): Promise<OptionSlugs> {
  const product = await db.product.findFirst({ where: { id, hiddenAt: null, variant: { not: null } } })
  const [family] = product ? await familiesOf({ sql }, [product]) : []
  return new Map(family?.options.map(({ slug, values }) => [slug, new Set(values.map((value) => value.slug))]))
}

/** Needs a built client, and helmet registered before it. */
export const pages = fp(
  async (app: FastifyInstance) => {
    // A rendered page replaces the text between these comments.
    const template = readFileSync(join(CLIENT, 'index.html'), 'utf8').split(/<!-- \/?(?:head|root) -->/)
    const preloadLinks = readPreloadLinks()
    const pagesAtOnce = app.limits['pages.atOnce']
    warnWhereNothingIsRendered(app)
    app.decorateRequest('page', undefined)
    let renderer: PageRenderer | undefined
    const known = new LRUCache<string, OptionSlugs>({ max: MAX_PRODUCTS })
    const options = new WeakMap<FastifyRequest, OptionSlugs>()
    const loadRenderer = async () => {
      renderer ??= ((await import(RENDERER)) as { renderer: PageRenderer }).renderer
    }
    // Loading takes a moment, so it begins only after the server listens.
    app.addHook(
      'onListen',
      () => void loadRenderer().catch((err: unknown) => app.log.error({ err }, 'cannot render pages')),
    )

    /** A product's page takes only the choices that the product has, so that its address has few forms and few kept pages. */
    const prepare = async (request: FastifyRequest) => {
      await loadRenderer()
      const { url } = request
      const id = url.includes('?') && url.startsWith(PRODUCTS) && asksForPage(request) ? productIdIn(url) : null
      if (id === null || id.length > MAX_ID_LENGTH) return
      // If the database is away, the options known so far still find the kept pages.
      const found = await optionsOf(app.shop, id).catch(() => known.get(id) ?? NO_OPTIONS)
      if (found.size > 0) known.set(id, found)
      options.set(request, found)
    }

    /** The page for a request. Null if it asks for no page, or at a host that is not the shop's. */
    function pageOf(request: FastifyRequest): URL | null {
      if (request.page !== undefined) return request.page
      const origin = originOf(request)
      request.page =
        origin && asksForPage(request)
          ? renderer!.match(new URL(request.url, origin), options.get(request) ?? NO_OPTIONS)
          : null
      return request.page
    }

    async function load(request: FastifyRequest, reply: FastifyReply, url: URL) {
      const { execute, outcome } = executionFor(request, reply)
      const orUnavailable = (error: unknown) => {
        throw outcome.isAway ? new UnavailableError('database unavailable') : error
      }
      const loaded = await renderer!.load(url, execute).catch(orUnavailable)
      return {
        status: loaded.status,
        missing: loaded.missing,
        async render() {
          const { head, root, code } = await loaded.render().catch(orUnavailable)
          const links = preloadLinks(code)
          return {
            html: [template[0], head, links, template[2], root, template[4]].join(''),
            isPublic: outcome.isPublic,
          }
        },
      }
    }

    /** A function of its own, because the renderer keeps `execute`, so its scope must not contain the loaded page (entry.server.tsx). */
    function executionFor(request: FastifyRequest, reply: FastifyReply) {
      const outcome = { isPublic: true, isAway: false }
      const execute: ExecutePageOperation = async (operation) => {
        const executed = await app.runForVisitor(operation, request, reply)
        outcome.isPublic &&= executed.isPublic
        outcome.isAway ||= executed.isAway
        return executed.result
      }
      return { execute, outcome }
    }

    /** Keyed by URL. All unknown products share one page, and all unknown paths and topics another. Each is cached only once. */
    const notFound = new LRUCache<string, Promise<Rendered>>({ max: MAX_NOT_FOUND, ttl: NOT_FOUND_MS })
    function renderNotFound(
      request: FastifyRequest,
      reply: FastifyReply,
      { origin }: URL,
      missing: MissingPage,
    ): Promise<Rendered> {
      const url = new URL(MISSING_PATHS[missing], origin)
      const known = notFound.get(url.href)
      if (known) return known
      const rendered = load(request, reply, url).then((page) => page.render())
      notFound.set(url.href, rendered)
      rendered.catch(() => notFound.delete(url.href))
      return rendered
    }

    async function render(request: FastifyRequest, reply: FastifyReply, url: URL) {
      const page = await load(request, reply, url)
      const { missing } = page
      if (!missing && (await app.drawCost(request, RENDERING_POINTS)).retryAfterSeconds !== null)
        return sendUnrendered(reply)
      const { html, isPublic } = await (missing ? renderNotFound(request, reply, url, missing) : page.render())
      reply.code(page.status).type('text/html; charset=utf-8')
      // Browsers revalidate a page each time, because it names files that the next version of the shop may not have.
      if (isPublic) reply.cacheFor(0, url.pathname === NOT_FOUND_PATH ? 404 : 200)
      return html
    }

    let rendering = 0
    /** If the limit for all pages or for the client is exceeded, the browser renders the page. */
    async function renderWithinLimits(request: FastifyRequest, reply: FastifyReply, url: URL) {
      if (pagesAtOnce > 0 && rendering >= pagesAtOnce) return sendUnrendered(reply)
      rendering += 1
      try {
        const { retryAfterSeconds, left } = await app.drawCost(request, LOADING_POINTS)
        const isEnough = retryAfterSeconds === null && left >= RENDERING_POINTS
        return isEnough ? await render(request, reply, url) : sendUnrendered(reply)
      } finally {
        rendering -= 1
      }
    }

    const key = (request: FastifyRequest) => pageOf(request)?.href ?? null

    app.get('/*', { onRequest: prepare, config: { cache: { key, showsOnlyFew: true } } }, async (request, reply) => {
      if (!asksForPage(request)) return reply.callNotFound()
      reply.helmet()
      reply.header('cache-control', 'no-cache')
      const url = pageOf(request)
      // The browser may render this page, but its status is known.
      if (request.url === NOT_FOUND_PATH) reply.code(404)
      if (!url) return sendUnrendered(reply)
      return renderWithinLimits(request, reply, url).catch((error: unknown) => {
        if (isUnavailable(error)) throw error
        // The browser renders the page, or shows the error. The query is not logged, because it may contain a search.
        request.log.error({ err: error, path: url.pathname }, 'could not render a page')
        return sendUnrendered(reply)
      })
    })
  },
  { name: 'pages' },
)

const LOOPBACK = ['localhost', '127.0.0.1', '::1']

function warnWhereNothingIsRendered({ shop: { settings }, log }: FastifyInstance): void {
  const isBehindProxy = settings.trustProxy !== false
  if (settings.publicOrigin === null && (isBehindProxy || !LOOPBACK.includes(settings.host)))
    log.warn("Set PUBLIC_ORIGIN. Without it, only requests to this machine's own addresses are rendered on the server.")
}
