/** Calls of one shopper, which nothing keeps ready, on a PostgreSQL server: their SQL statements, and how even their times are. */
import pg from 'pg'
import { runLoad } from './load'
import type { Postgres } from './postgres'
import type { Running } from './processes'
import type { LeftOut, Row } from './rows'

const ME = '{ me { cart { version totalQuantity items { quantity product { id title } } } } }'
const ADD = 'mutation { addToCart(productId: "celadon-chai-cup") { cart { version } userErrors { code } } }'
const REMOVE = 'mutation { removeFromCart(productId: "celadon-chai-cup") { userErrors { code } } }'
const SIGN_UP = `mutation { signup(input: { email: "bench@shopper.example", password: "a long password",
  firstName: "Meera", lastName: "Iyer" }) { token userErrors { code } } }`

const CONNECTIONS = 50

interface GraphQLResult<Data> {
  data: Data | null
  errors?: unknown
}

async function ask<Data>(origin: string, query: string, headers: Record<string, string> = {}): Promise<Data> {
  const body = JSON.stringify({ query })
  const request = { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body }
  const answer = await fetch(`${origin}/graphql`, request)
  const { data, errors } = (await answer.json()) as GraphQLResult<Data>
  if (!data || errors) throw new Error(`${query}: ${JSON.stringify(errors)}`)
  return data
}

/** A new shopper's token, with one line in the cart. */
export async function signUp({ origin }: Running): Promise<string> {
  const { signup } = await ask<{ signup: { token: string } }>(origin, SIGN_UP)
  await ask(origin, ADD, { authorization: signup.token })
  return signup.token
}

export const cartRequest = (token: string) => ({
  method: 'POST' as const,
  headers: { 'content-type': 'application/json', authorization: token },
  body: JSON.stringify({ query: ME }),
})

const NAMES = {
  me: 'SQL statements of me { cart }',
  add: 'SQL statements of addToCart, BEGIN and COMMIT among them',
}

/** `seconds` is how long the shopper's cart is asked for. */
export async function measurePersonalCalls(
  shop: Running,
  postgres: Postgres,
  token: string,
  seconds: number,
): Promise<{ rows: Row[]; leftOut: LeftOut[] }> {
  const headers = { authorization: token }
  const counter = await countStatements(postgres)
  const rows: Row[] = []
  if (counter) {
    try {
      const me = await counter.of(() => ask(shop.origin, ME, headers))
      // With the line there already, and anew: the more expensive one counts.
      const again = await counter.of(() => ask(shop.origin, ADD, headers))
      await ask(shop.origin, REMOVE, headers)
      const anew = await counter.of(() => ask(shop.origin, ADD, headers))
      rows.push({ name: NAMES.me, value: me, unit: 'statements', target: 3 })
      rows.push({ name: NAMES.add, value: Math.max(again, anew), unit: 'statements', target: 5 })
    } finally {
      await counter.close()
    }
  }
  const load = { url: `${shop.origin}/graphql`, request: cartRequest(token), connections: CONNECTIONS }
  await runLoad({ ...load, duration: 1 })
  const { p50, p99 } = await runLoad({ ...load, duration: seconds })
  const name = `p99 / p50 of me { cart } at ${CONNECTIONS} connections`
  rows.push({ name, value: p99 / p50, unit: 'x', target: 10 })
  const because = 'the server lacks pg_stat_statements'
  return { rows, leftOut: counter ? [] : Object.values(NAMES).map((name) => ({ name, because })) }
}

interface StatementCounter {
  /** How many statements reach the shop's database while `work` runs; nobody else may ask it anything meanwhile. */
  of(work: () => Promise<unknown>): Promise<number>
  close(): Promise<void>
}

/** Asks the server itself, from a session whose own statements do not count. Null where it keeps no such books. */
async function countStatements({ url }: Postgres): Promise<StatementCounter | null> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    await client.query('CREATE EXTENSION IF NOT EXISTS pg_stat_statements')
    await client.query('SELECT count(*) FROM pg_stat_statements')
  } catch {
    await client.end()
    return null
  }
  const read = async () => {
    const { rows } = await client.query<{
      calls: string
    }>(`SELECT coalesce(sum(calls), 0) AS calls FROM pg_stat_statements
      WHERE query NOT LIKE '%pg_stat_statements%'
      AND dbid = (SELECT oid FROM pg_database WHERE datname = current_database())`)
    return Number(rows[0]!.calls)
  }
  return {
    async of(work) {
      const before = await read()
      await work()
      return (await read()) - before
    },
    close: () => client.end(),
  }
}
