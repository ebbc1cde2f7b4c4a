/**
 * Typed SQL for the most frequent reads. Through Prisma, reading the same rows takes two to four times the CPU time.
 * Kysely builds each statement once. node-postgres runs it on Prisma's pool, or Prisma runs it in a transaction. Transactions are always
 * Prisma's.
 */
import {
  CamelCasePlugin,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  sql,
  type Compilable,
  type RawBuilder,
} from 'kysely'
import type pg from 'pg'
import type { Tx } from './db'
import { retryIdempotent, retryStatement } from './retry'
import { keepName } from './statementNames'
import type {
  Cart,
  CartLine,
  Coupon,
  Order,
  OrderEvent,
  OrderLine,
  Prisma,
  Product,
  User,
} from '../generated/prisma/client'

/** Prisma's models by table name. CamelCasePlugin maps names as schema.prisma does: `cartLine.productId` is cart_line.product_id. */
interface Tables {
  cart: Cart
  cartLine: CartLine
  coupon: Coupon
  orderEvent: OrderEvent
  orderLine: OrderLine
  product: Product
  shopOrder: Order
  userAccount: User
}

const camelCase = new CamelCasePlugin()
/** Only builds statements and does not run them. */
const builder = new Kysely<Tables>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
  plugins: [camelCase],
})

/** A value that each call supplies. */
export type Param<Value> = RawBuilder<Value>
type ValuesOf<Params> = { [Index in keyof Params]: Params[Index] extends Param<infer Value> ? Value : never }

class Placeholder {
  constructor(readonly position: number) {}
}

/** `Row` is the type of a result row. `Values` are the types of the values that each call supplies. */
export interface Statement<Row, Values extends unknown[]> {
  /** Unique, because it identifies the statement's text on a connection. */
  name: string
  text: string
  /** Listed in the order of $1, $2 and so on. */
  parameters: readonly unknown[]
  /** Never set: these fields only carry the types. */
  row?: Row
  values?: Values
}

/**
 * Compiles the statement that `build` returns, from Kysely or as text. `build` takes its values as separate parameters without defaults.
 */
export function statement<Row, Params extends Param<unknown>[]>(
  name: string,
  build: (db: Kysely<Tables>, ...params: Params) => Compilable<Row> | RawBuilder<Row>,
): Statement<Row, ValuesOf<Params>> {
  const params = Array.from({ length: build.length - 1 }, (_, position) => sql`${new Placeholder(position)}`)
  const { sql: text, parameters } = build(builder, ...(params as unknown as Params)).compile(builder)
  keepName(text, name)
  return { name, text, parameters }
}

/**
 * All columns of a table, from Prisma's list of its fields. `SELECT *` does not work: after a migration adds a column, PostgreSQL refuses
 * to run the prepared statement.
 */
export const columnsOf = <Table extends keyof Tables, Field extends string>(
  table: Table,
  fields: Record<Field, Field>,
): `${Table}.${Field}`[] => Object.keys(fields).map((field): `${Table}.${Field}` => `${table}.${field as Field}`)

type Dated<Row, Field extends keyof Row> = {
  [Key in keyof Row]: Key extends Field ? Date | Extract<Row[Key], null> : Row[Key]
}

/** Returns the row with these fields converted to dates. JSON contains them as text. */
export function withDates<Row extends object, Field extends keyof Row>(
  row: Row,
  ...fields: Field[]
): Dated<Row, Field> {
  const dates = fields.map((field) => [field, row[field] === null ? null : new Date(row[field] as string)])
  return { ...row, ...(Object.fromEntries(dates) as object) } as Dated<Row, Field>
}

/** Runs statements, either one by one on the pool or all in one transaction. */
export interface Sql {
  rows<Row, Values extends unknown[]>(statement: Statement<Row, Values>, ...values: Values): Promise<Row[]>
}

/** Runs statements on the pool. */
export interface PoolSql extends Sql {
  /**
   * Runs a statement whose text depends on the call. The columns keep their names. A statement with a `name` always has the same text, and
   * PostgreSQL may keep its plan.
   */
  raw<Row>(statement: Prisma.Sql, name?: string): Promise<Row[]>
  /** Runs a statement that only reads, and cancels it after `limitMs`. The embedded database ignores the limit. */
  rawWithin<Row>(limitMs: number, statement: Prisma.Sql): Promise<Row[]>
}

interface SqlOptions {
  /** Lets the server keep a named statement's plan on its connection. */
  isPrepared: boolean
  /** The value of DATABASE_RETRY_SECONDS. */
  retryMs: number
  /** True for the embedded database. It has no time limits, and its connections run one statement after another. */
  isEmbedded: boolean
}

export function sqlOver(pool: pg.Pool, { isPrepared, retryMs, isEmbedded }: SqlOptions): PoolSql {
  async function run<Row extends object>(text: string, values: unknown[], name: string | undefined): Promise<Row[]> {
    const query = { text, values, ...(isPrepared && name !== undefined && { name }) }
    const { rows } = await retryStatement(retryMs, text, () => pool.query<Row>(query))
    return rows
  }
  /** Sends the four statements together, so that they wait for one response instead of four. */
  async function readWithin<Row extends object>(limitMs: number, { text, values }: Prisma.Sql): Promise<Row[]> {
    const client = await pool.connect()
    const [, , read, ended] = await Promise.allSettled([
      client.query('BEGIN'),
      client.query(`SELECT set_config('statement_timeout', $1, true)`, [String(limitMs)]),
      client.query<Row>({ text, values }),
      // After an error, this rolls back.
      client.query('COMMIT'),
    ])
    client.release(ended.status === 'rejected')
    if (read.status === 'rejected') throw read.reason
    return read.value.rows
  }
  return {
    async rows<Row, Values extends unknown[]>(statement: Statement<Row, Values>, ...values: Values) {
      return inCamelCase<Row>(await run(statement.text, fill(statement, values), statement.name))
    },
    raw: <Row>({ text, values }: Prisma.Sql, name?: string) => run<Row & object>(text, values, name),
    rawWithin: <Row>(limitMs: number, statement: Prisma.Sql) =>
      isEmbedded
        ? run<Row & object>(statement.text, statement.values, undefined)
        : retryIdempotent(retryMs, () => readWithin<Row & object>(limitMs, statement)),
  }
}

/** Like sqlOver, but in a Prisma transaction. */
export const sqlWithin = (tx: Tx): Sql => ({
  async rows<Row, Values extends unknown[]>(statement: Statement<Row, Values>, ...values: Values) {
    return inCamelCase<Row>(await tx.$queryRawUnsafe(statement.text, ...fill(statement, values)))
  },
})

const fill = ({ parameters }: Pick<Statement<unknown, unknown[]>, 'parameters'>, values: unknown[]): unknown[] =>
  parameters.map((each) => (each instanceof Placeholder ? values[each.position] : each))

/** Converts names in each query's rows as CamelCasePlugin does. It does not use the query id. */
async function inCamelCase<Row>(rows: Record<string, unknown>[]): Promise<Row[]> {
  const { rows: found } = await camelCase.transformResult({ result: { rows }, queryId: { queryId: '' } })
  return found as Row[]
}
