/** A minimal Fastify server that sends prepared bytes. It shows the lowest possible cost of a response on this machine. */
import Fastify from 'fastify'

/** Base64 strings, keyed by path. A request for the path may have a query, which Fastify parses as in the shop. */
process.once('message', async (bodies: Record<string, string>) => {
  const app = Fastify()
  for (const [path, body] of Object.entries(bodies)) {
    const bytes = Buffer.from(body, 'base64')
    app.get(path, (_request, reply) => reply.header('content-type', 'application/json; charset=utf-8').send(bytes))
  }
  process.send!(await app.listen({ host: '127.0.0.1', port: 0 }))
})
