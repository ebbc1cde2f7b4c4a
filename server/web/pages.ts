/** The shop's pages: those that visitors see first are drawn here and kept as finished bytes, the others by the browser. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteShorthandOptionsWithHandler } from 'fastify'
import { projectRoot } from '../settings'
import type { PageAddress, PageRenderer } from '../shared/rendering'

export const CLIENT = join(projectRoot, 'dist/client')
const RENDERER = join(projectRoot, 'dist/render/render.js')
/** For the pages that the browser draws alone. */
const PLAIN = 'index.html'
/** Kept here, and asked for again by everyone else: a page names files that the next version of the shop may not have. */
const ASKED_FOR_AGAIN = 0

const HEAD = /<!-- head -->[^]*<!-- \/head -->/
const ROOT = /<!-- root -->[^]*<!-- \/root -->/

export const isClientBuilt = (): boolean => existsSync(join(CLIENT, PLAIN))

/** Where the shop is reached, as far as this request tells; a Host header may say anything. */
export function originOf({ protocol, host, server }: FastifyRequest): string {
  const { publicOrigin, port } = server.shop.settings
  const asked = `${protocol}://${host}`
  return publicOrigin ?? (URL.canParse(asked) ? new URL(asked).origin : `http://localhost:${port}`)
}

/** The route of all pages. The client must be built. */
export function pageRoute(app: FastifyInstance): RouteShorthandOptionsWithHandler {
  const templates = new Map<string, string>()
  const templateOf = (name: string): string => {
    const known = templates.get(name) ?? readFileSync(join(CLIENT, name), 'utf8')
    templates.set(name, known)
    return known
  }
  // Loaded with the first page: a server that only answers calls does without.
  let renderer: PageRenderer | undefined
  const load = async () => {
    renderer ??= ((await import(pathToFileURL(RENDERER).href)) as { renderer: PageRenderer }).renderer
  }

  function find(request: FastifyRequest): PageAddress | null {
    const asked = originOf(request) + request.url
    return wantsPage(request) && URL.canParse(asked) ? renderer!.findPage(new URL(asked)) : null
  }

  async function render(request: FastifyRequest, reply: FastifyReply, page: PageAddress): Promise<string> {
    const template = templateOf(page.template)
    try {
      let isPublic = true
      const { status, head, root } = await renderer!.drawPage(page, originOf(request), async (operation) => {
        const { result, isPublic: isForAll } = await app.runForVisitor(operation, request, reply)
        isPublic &&= isForAll
        return result
      })
      reply.code(status)
      if (isPublic && status === 200) reply.cacheFor(ASKED_FOR_AGAIN)
      return template.replace(HEAD, () => head).replace(ROOT, () => root)
    } catch (cause) {
      // The browser can do it too, and shows what is wrong.
      request.log.error({ err: cause, path: page.path }, 'could not render a page')
      return template
    }
  }

  return {
    onRequest: load,
    config: {
      cache: {
        key(request) {
          const page = find(request)
          return page && originOf(request) + page.path
        },
      },
    },
    async handler(request, reply) {
      if (!wantsPage(request)) return reply.callNotFound()
      await reply.helmet()
      reply.header('cache-control', 'no-cache')
      const page = find(request)
      if (!page) return reply.sendFile(PLAIN, CLIENT, { cacheControl: false })
      return reply.type('text/html; charset=utf-8').send(await render(request, reply, page))
    },
  }
}

/** Files have an extension; nothing of that kind is a page. */
const wantsPage = ({ url, headers }: FastifyRequest): boolean =>
  !/\.[a-z0-9]+$/i.test(url.split('?', 1)[0]!) &&
  (headers.accept ?? '*/*').split(',').some((type) => /^\s*(text\/html|\*\/\*)/.test(type))
