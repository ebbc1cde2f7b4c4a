/** The shop's pages: those that visitors see first are drawn here and kept as finished bytes, the others by the browser. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { keyOfPage } from '../cache/keys'
import type { Answer } from '../cache/kept'
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

/** What a page may do, as headers: names and values by turns, without those that every answer has. */
async function setPolicies(reply: FastifyReply): Promise<string[]> {
  const known = reply.getHeaders()
  await reply.helmet()
  return Object.entries(reply.getHeaders()).flatMap(([name, value]) => (name in known ? [] : [name, String(value)]))
}

/** Answers a request for a page. The client must be built. */
export function pageSender(app: FastifyInstance): (request: FastifyRequest, reply: FastifyReply) => Promise<unknown> {
  const templates = new Map<string, string>()
  const templateOf = (name: string): string => {
    const known = templates.get(name) ?? readFileSync(join(CLIENT, name), 'utf8')
    templates.set(name, known)
    return known
  }
  // Loaded with the first page: a server that only answers calls does without.
  let loading: Promise<PageRenderer> | undefined
  const load = () =>
    (loading ??= (import(pathToFileURL(RENDERER).href) as Promise<{ renderer: PageRenderer }>).then(
      ({ renderer }) => renderer,
    ))

  const draw = async (request: FastifyRequest, page: PageAddress, origin: string, head: string[]): Promise<Answer> => {
    const template = templateOf(page.template)
    const answer = { contentType: 'text/html; charset=utf-8', head, maxAge: null }
    try {
      let isPublic = true
      const renderer = await load()
      const { status, head, root } = await renderer.drawPage(page, origin, async (operation) => {
        const { result, isPublic: isForAll } = await app.runForVisitor(operation, request)
        isPublic &&= isForAll
        return result
      })
      const body = template.replace(HEAD, () => head).replace(ROOT, () => root)
      return { ...answer, status, body, maxAge: isPublic ? ASKED_FOR_AGAIN : null }
    } catch (cause) {
      // The browser can do it too, and shows what is wrong.
      request.log.error({ err: cause, path: page.path }, 'could not draw a page')
      return { ...answer, status: 200, body: template }
    }
  }

  return async (request, reply) => {
    const policies = await setPolicies(reply)
    const origin = originOf(request)
    const asked = origin + request.url
    const page = URL.canParse(asked) ? (await load()).findPage(new URL(asked)) : null
    if (!page) return reply.header('cache-control', 'no-cache').sendFile(PLAIN, CLIENT, { cacheControl: false })
    // For what is not kept: a page that is missing, or one that could not be drawn.
    reply.header('cache-control', 'no-cache')
    return app.publicAnswers.send(request, reply, { key: keyOfPage(origin, page.path) }, () =>
      draw(request, page, origin, policies),
    )
  }
}
