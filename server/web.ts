/** The client's built files, and the page for every route that the client draws. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import helmet from '@fastify/helmet'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { photos } from './photos'
import { projectRoot } from './settings'

const CLIENT = join(projectRoot, 'dist/client')

const RAZORPAY = ['https://checkout.razorpay.com', 'https://api.razorpay.com', 'https://lumberjack.razorpay.com']

/** Scripts come from the shop and from the payment provider; nothing is framed but the provider's dialog. */
const contentSecurityPolicy = {
  directives: {
    defaultSrc: ["'self'"],
    scriptSrc: ["'self'", RAZORPAY[0]!],
    connectSrc: ["'self'", ...RAZORPAY],
    frameSrc: ["'self'", ...RAZORPAY],
    imgSrc: ["'self'", 'data:', RAZORPAY[0]!],
    styleSrc: ["'self'", "'unsafe-inline'"],
    fontSrc: ["'self'"],
    upgradeInsecureRequests: null,
  },
}

/** The pages that come with their own code named, so that it is fetched without delay; the others share one. */
const htmlOf = (path: string): string => {
  if (path === '/') return 'home.html'
  if (path === '/products') return 'products.html'
  return path.startsWith('/product/') ? 'product.html' : 'index.html'
}

const wantsPage = ({ method, headers }: FastifyRequest): boolean =>
  (method === 'GET' || method === 'HEAD') &&
  (headers.accept ?? '*/*').split(',').some((type) => /^\s*(text\/html|\*\/\*)/.test(type))

export const web = fp(
  async (app: FastifyInstance) => {
    await app.register(photos)
    await app.register(helmet, {
      global: false,
      contentSecurityPolicy,
      // A bank's page, opened by the payment dialog, reports back to the window that opened it.
      crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
      referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    })
    const isBuilt = existsSync(join(CLIENT, 'index.html'))
    if (isBuilt) {
      await app.register(fastifyStatic, {
        root: CLIENT,
        decorateReply: false,
        wildcard: false,
        index: false,
        preCompressed: true,
        setHeaders: (reply, path) => {
          const hashed = path.startsWith(join(CLIENT, 'assets'))
          void reply.header(
            'cache-control',
            hashed ? 'public, max-age=31536000, immutable' : 'public, max-age=0, must-revalidate',
          )
        },
      })
    }
    app.setNotFoundHandler(async (request: FastifyRequest, reply: FastifyReply) => {
      const path = request.url.split('?', 1)[0]!
      const isFile = /\.[a-z0-9]+$/i.test(path)
      if (isBuilt && wantsPage(request) && !isFile) {
        await reply.helmet()
        return reply.header('cache-control', 'no-cache').sendFile(htmlOf(path), CLIENT, { cacheControl: false })
      }
      return reply.code(404).type('text/plain').send('Not found')
    })
  },
  { name: 'web' },
)
