/** The shop's pages: those that visitors see first are rendered here and cached, the others are rendered by the browser. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { LRUCache } from 'lru-cache'
import { projectRoot } from '../settings'
import type { Shop } from '../domain/shop'
import { productsByIds } from '../domain/catalogue/catalogue'
import { fillPath, HELP_TOPICS, PAGES } from '../shared/pages'
import { NOT_FOUND_PATH, type MatchedPage, type PageRenderer } from '../shared/rendering'
import { originOf } from './origin'
import { readTemplate } from './template'

export const CLIENT = join(projectRoot, 'dist/client')
const RENDERER = pathToFileURL(join(projectRoot, 'dist/ssr/entry.server.js')).href
/** `http://host/` and `//host/` are another site to a browser. What ends like a file's name is no page. */
const NO_PAGE = /^[^/]|^\/[/\\]|\.[a-z0-9]+(\?|$)/i
/** Browsers ask each time: a page names files that the next version of the shop may not have. */
const MAX_AGE_SECONDS = 0

/** What rendering one takes, as the cost of operations counts it: 50 to 90 ms. */
const RENDERING_POINTS = 6_000
/** For how long the page of what is not there is sent again. */
const NOT_FOUND_MS = 10_000
/** The shop's own: a few names, by HTTP and HTTPS. */
const MOST_ORIGINS = 10

type Page = MatchedPage & { origin: string }

export const isClientBuilt = (): boolean => existsSync(join(CLIENT, 'index.html'))

const asksForPage = ({ url, headers: { accept = '*/*' } }: FastifyRequest): boolean =>
  !NO_PAGE.test(url) && accept.split(',').some((type) => /^\s*(text\/html|\*\/\*)/.test(type))

const sendUnrendered = (reply: FastifyReply) => reply.sendFile('index.html', CLIENT, { cacheControl: false })

/** The client must be built, and helmet be registered. */
export const pages = fp(
  async (app: FastifyInstance) => {
    const fillTemplate = readTemplate(CLIENT)
    const { mostAtOnce } = app.shop.settings.rendering
    warnWhereNothingIsRendered(app)
    let renderer: PageRenderer | undefined
    // With the first page: a server that only answers API calls does without.
    const onRequest = async () => {
      renderer ??= ((await import(RENDERER)) as { renderer: PageRenderer }).renderer
    }

    function match(request: FastifyRequest): Page | null {
      const origin = originOf(request)
      const page = origin && asksForPage(request) ? renderer!.match(new URL(request.url, origin)) : null
      return origin && page ? { ...page, origin } : null
    }

    async function render(request: FastifyRequest, reply: FastifyReply, page: Page) {
      let isPublic = true
      const rendered = await renderer!.render(page.path, page.origin, async (operation) => {
        const executed = await app.runForVisitor(operation, request, reply)
        isPublic &&= executed.isPublic
        return executed.result
      })
      reply.code(rendered.status).type('text/html; charset=utf-8')
      if (isPublic && (rendered.status === 200 || page.path === NOT_FOUND_PATH)) reply.cacheFor(MAX_AGE_SECONDS)
      return fillTemplate(page.module, rendered)
    }

    /** The page of every product and topic that there is not: nobody's invention may fill the cache. */
    const notFound = new LRUCache<string, Promise<string>>({ max: MOST_ORIGINS, ttl: NOT_FOUND_MS })
    function renderNotFound(request: FastifyRequest, reply: FastifyReply, { origin }: Page): Promise<string> {
      const rendered = notFound.get(origin) ?? render(request, reply, { origin, path: NOT_FOUND_PATH, module: null })
      notFound.set(origin, rendered)
      rendered.catch(() => notFound.delete(origin))
      return rendered
    }

    let rendering = 0
    async function renderAnew(request: FastifyRequest, reply: FastifyReply, page: Page) {
      if (await leadsNowhere(app.shop, page.path)) {
        const html = await renderNotFound(request, reply, page)
        reply.code(404).type('text/html; charset=utf-8').maxAge = null
        return html
      }
      // Beyond what may be rendered at once, and for whoever has had as much as one may, the browser does it.
      if (mostAtOnce > 0 && rendering >= mostAtOnce) return sendUnrendered(reply)
      rendering += 1
      try {
        const { retryAfterSeconds } = await app.drawCost(request, RENDERING_POINTS)
        return retryAfterSeconds === null ? await render(request, reply, page) : sendUnrendered(reply)
      } finally {
        rendering -= 1
      }
    }

    function cacheKey(request: FastifyRequest): string | null {
      const page = match(request)
      return page && page.origin + page.path
    }

    app.get('/*', { onRequest, config: { cache: { key: cacheKey } } }, async (request, reply) => {
      if (!asksForPage(request)) return reply.callNotFound()
      reply.helmet()
      reply.header('cache-control', 'no-cache')
      const page = match(request)
      if (!page) return sendUnrendered(reply)
      return renderAnew(request, reply, page).catch((error: unknown) => {
        // The browser renders it, or shows what is wrong. A query may hold what someone searched for.
        request.log.error({ err: error, path: page.path.split('?', 1)[0] }, 'could not render a page')
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
