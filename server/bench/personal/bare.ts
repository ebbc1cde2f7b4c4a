/**
 * The yardstick of personal calls: a bare Fastify over node-postgres that gives the shop's JSON from the same rows, with prepared
 * statements, the same check of the token, and the same locks and rules. It does nothing else of what the shop does.
 */
import jwt from '@fastify/jwt'
import Fastify, { type FastifyRequest } from 'fastify'
import pg from 'pg'
import { cartRoutes } from './bareCart'
import { checkoutRoutes } from './bareCheckout'
import { loginRoute } from './bareLogin'
import { orderRoutes } from './bareOrders'
import { Statements } from './bareStatements'

declare module '@fastify/jwt' {
  interface FastifyJWT {
    payload: { id: string; email: string; version?: number }
    user: { id: string; email: string; version?: number }
  }
}

process.once('message', async ({ url, secret }: { url: string; secret: string }) => {
  const app = Fastify()
  const pool = new pg.Pool({ connectionString: url, max: 10 })
  const sql = new Statements(pool)
  await app.register(jwt, {
    secret,
    sign: { algorithm: 'HS256', expiresIn: 7 * 24 * 60 * 60 },
    verify: { algorithms: ['HS256'], extractToken: ({ headers }: FastifyRequest) => headers.authorization },
  })
  cartRoutes(app, sql)
  orderRoutes(app, sql)
  loginRoute(app, sql)
  checkoutRoutes(app, sql)
  process.send!(await app.listen({ host: '127.0.0.1', port: 0 }))
})
