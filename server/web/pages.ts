/** The shop's pages: those that visitors see first are rendered here and cached, the others are rendered by the browser. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { LRUCache } from 'lru-cache'
import { projectRoot } from '../settings'
import type { Shop } from '../domain/shop'
import { productsByIds } from '../domain/catalogue/catalogue'
import { fillPath, HELP_TOPICS, PAGES } from '../shared/pages'
import { NOT_FOUND_PATH, type PageRenderer } from '../shared/rendering'
import { isUnavailable, UnavailableError } from '../http/unavailable'
import { originOf } from './origin'

export const CLIENT = join(projectRoot, 'dist/client')
const RENDERER = pathToFileURL(join(projectRoot, 'dist/ssr/entry.server.js')).href
/** `http://host/` and `//host/` are another site to a browser. A path that ends like a file's name is no page. */
const NO_PAGE = /^[^/]|^\/[/\\]|\.[a-z0-9]+$/i
/** What rendering one takes, as the cost of operations counts it: 50 to 90 ms. */
const RENDERING_POINTS = 6_000
/** The same for finding out that there is no such page. */
const LOOKING_POINTS = 500
/** For how long the page of what is not there is sent again. */
const NOT_FOUND_MS = 10_000
/** The shop's own: a few names, by HTTP and HTTPS. */
const MOST_ORIGINS = 10

export const isClientBuilt = (): boolean => existsSync(join(CLIENT, 'index.html'))

const asksForPage = ({ url, headers: { accept = '*/*' } }: FastifyRequest): boolean =>
  !NO_PAGE.test(url.split('?', 1)[0]!) && accept.split(',').some((type) => /^\s*(text\/html|\*\/\*)/.test(type))

const sendUnrendered = (reply: FastifyReply) => reply.sendFile('index.html', CLIENT, { cacheControl: false })

/** The client must be built, and helmet be registered. */
export const pages = fp(
  async (app: FastifyInstance) => {
    // What stands between these comments gives way to a rendered page.
    const html = readFileSync(join(CLIENT, 'index.html'), 'utf8').split(/<!-- \/?(?:head|root) -->/)
    const { mostAtOnce } = app.shop.settings.rendering
    warnWhereNothingIsRendered(app)
    let renderer: PageRenderer | undefined
    // With the first page: a server that only answers API calls does without.
    const onRequest = async () => {
      renderer ??= ((await import(RENDERER)) as { renderer: PageRenderer }).renderer
    }

    function match(request: FastifyRequest): URL | null {
      const origin = originOf(request)
      return origin && asksForPage(request) ? renderer!.match(new URL(request.url, origin)) : null
    }

    async function render(request: FastifyRequest, reply: FastifyReply, url: URL) {
      let isPublic = true
      let isAway = false
      const rendered = await renderer!
        .render(url, async (operation) => {
          const executed = await app.runForVisitor(operation, request, reply)
          isPublic &&= executed.isPublic
          isAway ||= executed.isAway
          return executed.result
        })
        .catch((error: unknown) => {
          throw isAway ? new UnavailableError('a page needs the database, which is away') : error
        })
      reply.code(rendered.status).type('text/html; charset=utf-8')
      // Browsers ask each time: a page names files that the next version of the shop may not have.
      if (isPublic) reply.cacheFor(0, url.pathname === NOT_FOUND_PATH ? 404 : 200)
      return [html[0], rendered.head, html[2], rendered.root, html[4]].join('')
    }

    /** The page of every product and topic that there is not: nobody's invention may fill the cache. */
    const notFound = new LRUCache<string, Promise<string>>({ max: MOST_ORIGINS, ttl: NOT_FOUND_MS })
    function renderNotFound(request: FastifyRequest, reply: FastifyReply, { origin }: URL): Promise<string> {
      const rendered = notFound.get(origin) ?? render(request, reply, new URL(NOT_FOUND_PATH, origin))
      notFound.set(origin, rendered)
      rendered.catch(() => notFound.delete(origin))
      return rendered
    }

    let rendering = 0
    async function renderAnew(request: FastifyRequest, reply: FastifyReply, url: URL) {
      const looking = await app.drawCost(request, LOOKING_POINTS)
      if (looking.retryAfterSeconds !== null) return sendUnrendered(reply)
      if (await leadsNowhere(app.catalogueShop, url.pathname)) {
        const html = await renderNotFound(request, reply, url)
        reply.code(404).type('text/html; charset=utf-8').cacheable = null
        return html
      }
      // Beyond what may be rendered at once, and for whoever has had as much as one may, the browser does it.
      if (mostAtOnce > 0 && rendering >= mostAtOnce) return sendUnrendered(reply)
      rendering += 1
      try {
        const { retryAfterSeconds } = await app.drawCost(request, RENDERING_POINTS)
        return retryAfterSeconds === null ? await render(request, reply, url) : sendUnrendered(reply)
      } finally {
        rendering -= 1
      }
    }

    const key = (request: FastifyRequest) => match(request)?.href ?? null

    app.get('/*', { onRequest, config: { cache: { key } } }, async (request, reply) => {
      if (!asksForPage(request)) return reply.callNotFound()
      reply.helmet()
      reply.header('cache-control', 'no-cache')
      const url = match(request)
      if (!url) return sendUnrendered(reply)
      return renderAnew(request, reply, url).catch((error: unknown) => {
        if (isUnavailable(error)) throw error
        // The browser renders it, or shows what is wrong. A query may hold what someone searched for.
        request.log.error({ err: error, path: url.pathname }, 'could not render a page')
        return sendUnrendered(reply)
      })
    })
  },
  { name: 'pages' },
)

const PRODUCT = fillPath(PAGES.product.path, '')
const HELP = fillPath(PAGES.help.path, '')

/** Whether a path names a product or a topic that is not there: finding out costs a fraction of rendering it. */
async function leadsNowhere(shop: Shop, path: string): Promise<boolean> {
  if (path.startsWith(HELP)) return !HELP_TOPICS.some((topic) => path === HELP + topic)
  if (!path.startsWith(PRODUCT)) return false
  const [product] = await productsByIds(shop, [decodeURIComponent(path.slice(PRODUCT.length))])
  return !product
}

const LOOPBACK = ['localhost', '127.0.0.1', '::1']

function warnWhereNothingIsRendered({ shop: { settings }, log }: FastifyInstance): void {
  const isBehindProxy = settings.trustProxy !== false
  if (settings.publicOrigin === null && (isBehindProxy || !LOOPBACK.includes(settings.host)))
    log.warn(
      'pages are rendered for the addresses of this machine alone: PUBLIC_ORIGIN names the one that visitors use',
    )
}
