/** The REST reference at /api/docs: its page, and the files of its build. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import { projectRoot } from '../settings'

const REFERENCE = join(projectRoot, 'dist/reference')

/** Swagger UI's styles contain its icons. */
const contentSecurityPolicy = {
  directives: {
    defaultSrc: ["'self'"],
    styleSrc: ["'self'", "'unsafe-inline'"],
    fontSrc: ["'self'"],
    imgSrc: ["'self'", 'data:'],
    upgradeInsecureRequests: null,
  },
}

/** Register this plugin after helmet. */
export const reference = fp(
  async (app: FastifyInstance) => {
    if (!existsSync(join(REFERENCE, 'index.html'))) return
    for (const path of ['/api/docs', '/api/docs/'])
      app.get(path, (_request, reply) => {
        reply.helmet({ contentSecurityPolicy })
        return reply
          .header('cache-control', 'no-cache')
          .header('x-robots-tag', 'noindex')
          .sendFile('index.html', REFERENCE, { cacheControl: false })
      })
    await app.register(fastifyStatic, {
      root: REFERENCE,
      prefix: '/api/docs/',
      decorateReply: false,
      wildcard: false,
      index: false,
      preCompressed: true,
      globIgnore: ['**/*.html'],
      setHeaders: (reply) => void reply.header('cache-control', 'public, max-age=31536000, immutable'),
    })
  },
  { name: 'reference' },
)
