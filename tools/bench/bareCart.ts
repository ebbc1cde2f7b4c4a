/**
 * Adds a product to a cart with plain node-postgres: without a session, rules, limits, idempotency keys or GraphQL. It shows the lowest possible
 * cost of `AddToCart` on this machine.
 */
import { randomUUID } from 'node:crypto'
import Fastify from 'fastify'
import pg from 'pg'

interface Added {
  cartId: string
  productId: string
}

process.once('message', async (url: string) => {
  const pool = new pg.Pool({ connectionString: url })
  const app = Fastify()
  app.post<{ Body: Added }>('/cart', async ({ body: { cartId, productId } }) => {
    const client = await pool.connect()
    const run = (name: string, text: string, values: string[]) => client.query({ name, text, values })
    try {
      await client.query('BEGIN')
      await run('lock', 'SELECT FROM cart WHERE id = $1 FOR UPDATE', [cartId])
      await run(
        'add',
        `INSERT INTO cart_line (id, cart_id, product_id, quantity, price_when_added, updated_at)
         SELECT $1, $2, id, 1, discounted, now() FROM product WHERE id = $3
         ON CONFLICT (cart_id, product_id) DO UPDATE SET quantity = least(cart_line.quantity + 1, 5), updated_at = now()`,
        [randomUUID(), cartId, productId],
      )
      const { rows } = await run(
        'read',
        `SELECT cart_line.id, quantity, product.id AS product_id, title, discounted, original, stock, image_url
         FROM cart_line JOIN product ON product.id = product_id WHERE cart_id = $1 ORDER BY cart_line.id`,
        [cartId],
      )
      await client.query('COMMIT')
      return { lines: rows as unknown[] }
    } finally {
      client.release()
    }
  })
  process.send!(await app.listen({ host: '127.0.0.1', port: 0 }))
})
