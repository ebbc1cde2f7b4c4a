/** The bare server's list of orders. */
import type { FastifyInstance } from 'fastify'
import { formatTimestamp } from '../../shared/timestamps'
import type { Statements } from './bareStatements'

interface OrderRow {
  id: string
  serial: number
  status: string
  placed_at: Date
  total_amount: number
}

interface LineRow {
  order_id: string
  title: string
  quantity: number
}

const FIRST = 10
const ORDERS = {
  name: 'orders',
  text: `SELECT id, serial, status, placed_at, total_amount FROM shop_order WHERE user_id = $1 ORDER BY serial DESC LIMIT ${FIRST + 1}`,
}
const LINES = {
  name: 'lines',
  text: 'SELECT order_id, title, quantity FROM order_line WHERE order_id = ANY($1::uuid[]) ORDER BY order_id, position',
}

export const numberOf = (serial: number): string => `CER-${String(serial).padStart(6, '0')}`

export function orderRoutes(app: FastifyInstance, sql: Statements): void {
  app.post('/me/orders', async (request) => {
    const found = await sql.rows<OrderRow>(ORDERS, [await sql.viewerId(request)])
    const page = found.slice(0, FIRST)
    const lines = new Map<string, LineRow[]>(page.map(({ id }) => [id, []]))
    for (const line of await sql.rows<LineRow>(LINES, [[...lines.keys()]])) lines.get(line.order_id)!.push(line)
    const nodes = page.map(({ id, serial, status, placed_at, total_amount }) => ({
      number: numberOf(serial),
      status,
      placedAt: formatTimestamp(placed_at),
      priceDetails: { totalAmount: total_amount },
      items: lines.get(id)!.map(({ title, quantity }) => ({ title, quantity })),
    }))
    return { data: { me: { orders: { nodes, pageInfo: { hasNextPage: found.length > FIRST } } } } }
  })
}
