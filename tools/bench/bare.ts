/**
 * A minimal Fastify server that sends prepared bytes or, if it has a database, a number from a query. It shows the lowest possible cost of
 * a request on this machine.
 */
import Fastify from 'fastify'
import pg from 'pg'

interface Given {
  /** Base64 strings, keyed by path. */
  bodies?: Record<string, string>
  /** The URL of a database. */
  url?: string
}

process.once('message', async ({ bodies = {}, url }: Given) => {
  const app = Fastify()
  for (const [path, body] of Object.entries(bodies)) {
    const bytes = Buffer.from(body, 'base64')
    app.get(path, (_request, reply) => reply.header('content-type', 'application/json; charset=utf-8').send(bytes))
  }
  if (url) {
    const pool = new pg.Pool({ connectionString: url, max: 10 })
    const query = { name: 'one', text: 'SELECT 1 AS one' }
    app.route({
      method: ['GET', 'POST'],
      url: '/',
      handler: async () => (await pool.query<{ one: number }>(query)).rows[0],
    })
  }
  process.send!(await app.listen({ host: '127.0.0.1', port: 0 }))
})
