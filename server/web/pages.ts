/** The shop's pages: those that visitors see first are rendered here and cached, the others are rendered by the browser. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import type { Answer } from '../cache/kept'
import { acceptsPage, keyOfPage } from '../cache/keys'
import { projectRoot } from '../settings'
import type { MatchedPage, PageRenderer } from '../shared/rendering'
import { originOf } from './origin'
import { readTemplate } from './template'

export const CLIENT = join(projectRoot, 'dist/client')
const RENDERER = join(projectRoot, 'dist/ssr/entry.server.js')
const HTML = 'text/html; charset=utf-8'
/** `http://host/` and `//host/` are another site to a browser. What ends like a file's name is no page. */
const NO_PAGE = /^[^/]|^\/[/\\]|\.[a-z0-9]+(\?|$)/i

export const isClientBuilt = (): boolean => existsSync(join(CLIENT, 'index.html'))

const asksForPage = ({ url, headers }: FastifyRequest): boolean => !NO_PAGE.test(url) && acceptsPage(headers.accept)

const sendUnrendered = (reply: FastifyReply) => reply.sendFile('index.html', CLIENT, { cacheControl: false })

/** Sets the security headers of a page, and returns them for its cached response: names and values by turns. */
async function setSecurityHeaders(reply: FastifyReply): Promise<string[]> {
  const others = reply.getHeaders()
  await reply.helmet()
  return Object.entries(reply.getHeaders()).flatMap(([name, value]) => (name in others ? [] : [name, String(value)]))
}

/** The client must be built, and helmet be registered. */
export const pages = fp(
  async (app: FastifyInstance) => {
    const fillTemplate = readTemplate(CLIENT)
    // Imported with the first page: a server that only answers API calls does without.
    let renderer: Promise<PageRenderer> | undefined
    const loadRenderer = () =>
      (renderer ??= (import(pathToFileURL(RENDERER).href) as Promise<{ renderer: PageRenderer }>).then(
        (entry) => entry.renderer,
      ))

    async function render(
      request: FastifyRequest,
      { path, module }: MatchedPage,
      origin: string,
      head: string[],
    ): Promise<Answer> {
      let isPublic = true
      const page = await (
        await loadRenderer()
      ).render(path, origin, async (operation) => {
        const executed = await app.runForVisitor(operation, request)
        isPublic &&= executed.isPublic
        return executed.result
      })
      // Browsers ask each time: a page names files that the next version of the shop may not have.
      return {
        status: page.status,
        contentType: HTML,
        head,
        body: fillTemplate(module, page),
        maxAge: isPublic ? 0 : null,
      }
    }

    app.get('/*', async (request, reply) => {
      if (!asksForPage(request)) return reply.callNotFound()
      const head = await setSecurityHeaders(reply)
      reply.header('cache-control', 'no-cache')
      const origin = originOf(request)
      const page = origin && (await loadRenderer()).match(new URL(request.url, origin))
      if (!origin || !page) return sendUnrendered(reply)
      const key = keyOfPage(origin, page.path)
      try {
        return await app.publicAnswers.send(request, reply, { key }, () => render(request, page, origin, head))
      } catch (error) {
        // The browser renders it, or shows what is wrong.
        request.log.error({ err: error, path: page.path }, 'could not render a page')
        return sendUnrendered(reply)
      }
    })
  },
  { name: 'pages' },
)
