/** The shop's pages: those that visitors see first are rendered here and cached, the others are rendered by the browser. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { projectRoot } from '../settings'
import type { PageRenderer } from '../shared/rendering'
import { isUnavailable, UnavailableError } from '../unavailable'
import { originOf } from './origin'

export const CLIENT = join(projectRoot, 'dist/client')
const RENDERER = pathToFileURL(join(projectRoot, 'dist/ssr/entry.server.js')).href
/** `http://host/` and `//host/` are another site to a browser. What ends like a file's name is no page. */
const NO_PAGE = /^[^/]|^\/[/\\]|\.[a-z0-9]+(\?|$)/i

export const isClientBuilt = (): boolean => existsSync(join(CLIENT, 'index.html'))

const asksForPage = ({ url, headers: { accept = '*/*' } }: FastifyRequest): boolean =>
  !NO_PAGE.test(url) && accept.split(',').some((type) => /^\s*(text\/html|\*\/\*)/.test(type))

const sendUnrendered = (reply: FastifyReply) => reply.sendFile('index.html', CLIENT, { cacheControl: false })

/** The client must be built, and helmet be registered. */
export const pages = fp(
  async (app: FastifyInstance) => {
    // What stands between these comments gives way to a rendered page.
    const html = readFileSync(join(CLIENT, 'index.html'), 'utf8').split(/<!-- \/?(?:head|root) -->/)
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
      if (isPublic && rendered.status === 200) reply.cacheFor(0)
      return [html[0], rendered.head, html[2], rendered.root, html[4]].join('')
    }

    const key = (request: FastifyRequest) => match(request)?.href ?? null

    app.get('/*', { onRequest, config: { cache: { key } } }, async (request, reply) => {
      if (!asksForPage(request)) return reply.callNotFound()
      reply.helmet()
      reply.header('cache-control', 'no-cache')
      const url = match(request)
      if (!url) return sendUnrendered(reply)
      return render(request, reply, url).catch((error: unknown) => {
        if (isUnavailable(error)) throw error
        // The browser renders it, or shows what is wrong.
        request.log.error({ err: error, path: url.pathname }, 'could not render a page')
        return sendUnrendered(reply)
      })
    })
  },
  { name: 'pages' },
)
