/** The GraphQL explorer: the page that a browser gets at /graphql, and the files of its build. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { projectRoot } from '../settings'

declare module 'fastify' {
  interface FastifyReply {
    /** Sends the explorer if a browser opens the path. Returns false for GraphQL operations. */
    sendExplorer(request: FastifyRequest): boolean
  }
}

const EXPLORER = join(projectRoot, 'dist/explorer')

/** GraphiQL's styles contain its fonts. */
const contentSecurityPolicy = {
  directives: {
    defaultSrc: ["'self'"],
    styleSrc: ["'self'", "'unsafe-inline'"],
    fontSrc: ["'self'", 'data:'],
    imgSrc: ["'self'", 'data:'],
    upgradeInsecureRequests: null,
  },
}

/** Browsers accept HTML when they navigate. A request from a program that accepts HTML also contains an operation. */
const opensPath = ({ method, query, headers: { accept = '' } }: FastifyRequest): boolean =>
  method === 'GET' && Object.keys(query as object).length === 0 && accept.includes('text/html')

/** Register this plugin after helmet, and before the GraphQL route. */
export const explorer = fp(
  async (app: FastifyInstance) => {
    const isBuilt = existsSync(join(EXPLORER, 'index.html'))
    app.decorateReply('sendExplorer', function (this: FastifyReply, request) {
      if (!isBuilt || !opensPath(request)) return false
      this.helmet({ contentSecurityPolicy })
      this.header('cache-control', 'no-cache').header('vary', 'Accept')
      this.sendFile('index.html', EXPLORER, { cacheControl: false })
      return true
    })
    if (!isBuilt) return
    await app.register(fastifyStatic, {
      root: EXPLORER,
      prefix: '/graphql/explorer/',
      decorateReply: false,
      wildcard: false,
      index: false,
      preCompressed: true,
      allowedPath: (path) => !path.endsWith('.html'),
      setHeaders: (reply) => void reply.header('cache-control', 'public, max-age=31536000, immutable'),
    })
  },
  { name: 'explorer' },
)
