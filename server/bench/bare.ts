/** The yardstick: a bare Fastify that sends bytes which it has ready. It reads `{ path: base64 }` from its parent. */
import Fastify from 'fastify'

process.once('message', async (bodies: Record<string, string>) => {
  const app = Fastify()
  for (const [path, body] of Object.entries(bodies)) {
    const bytes = Buffer.from(body, 'base64')
    app.route({
      method: ['GET', 'POST'],
      url: path,
      handler: (_request, reply) => reply.header('content-type', 'application/json; charset=utf-8').send(bytes),
    })
  }
  process.send!(await app.listen({ host: '127.0.0.1', port: 0 }))
})
