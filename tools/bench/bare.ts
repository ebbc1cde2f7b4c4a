/**
 * A bare Fastify. It sends bytes that it has ready, or, where it gets a database, asks that for a number: the least that a request can cost
 * on this machine.
 */
import Fastify from 'fastify'
import pg from 'pg'

interface Given {
  /** In base64, by path. */
  bodies?: Record<string, string>
  /** Of a database. */
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
