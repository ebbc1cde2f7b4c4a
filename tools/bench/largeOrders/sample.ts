/** A sample of orders with their buyers, and a staff account. The benchmark uses these in its requests. */
import jwt from '@fastify/jwt'
import Fastify from 'fastify'
import type { Db } from '../../../server/testing'
import type { Sample, Sampled } from './calls'

const SECRET = 'the secret of a benchmark, which is none'

/** Settings for the measured shop. Maintenance does not run during the measurement, and all buyers use one address. */
export const SHOP_OF_SAMPLE = { JWT_SECRET: SECRET, UNPAID_HOLDS_PER_ADDRESS: '0', MAINTENANCE_SECONDS: '3600' }

interface Found extends Omit<Sampled, 'token' | 'addressId'> {
  userId: string
}

/** Paid orders spread evenly over the table, one per buyer. */
const findOrders = (db: Db, count: number): Promise<Found[]> => db.$queryRaw`
  WITH spread AS (
    SELECT 1 + (i::float8 * (SELECT max(serial) FROM shop_order) / ${4 * count})::int AS serial
    FROM generate_series(0, ${4 * count - 1}) AS i
  ), found AS (
    SELECT DISTINCT ON (user_id) serial, user_id, payment_id, delivery_mobile
    FROM spread JOIN shop_order USING (serial) WHERE payment_id IS NOT NULL ORDER BY user_id, serial
  )
  SELECT 'CER-' || lpad(serial::text, greatest(6, length(serial::text)), '0') AS number, payment_id AS "paymentId",
    delivery_mobile AS mobile, email, user_account.id::text AS "userId"
  FROM found JOIN user_account ON user_account.id = user_id ORDER BY md5(email) LIMIT ${count}`

/** Gives each buyer an address, and each product enough stock. */
export async function takeSample(db: Db, count: number): Promise<Sample> {
  const found = await findOrders(db, count)
  await db.product.updateMany({ data: { stock: 1_000_000 } })
  const app = Fastify()
  await app.register(jwt, { secret: SECRET, sign: { algorithm: 'HS256', expiresIn: '1d' } })
  const orders: Sampled[] = []
  for (const { userId, ...order } of found) {
    const where = { street: 'S', city: 'Kochi', state: 'Kerala', country: 'India', zipCode: '682001' }
    const address = await db.address.create({ data: { userId, name: 'M', mobile: order.mobile, ...where } })
    const token = app.jwt.sign({ id: userId, email: order.email })
    orders.push({ ...order, token, addressId: address.id })
  }
  const email = 'staff@generated.example'
  const person = { firstName: 'S', lastName: 'T', email, passwordHash: '', role: 'STAFF' } as const
  const { id } = await db.user.create({ data: person })
  return { orders, staffToken: app.jwt.sign({ id, email }) }
}
