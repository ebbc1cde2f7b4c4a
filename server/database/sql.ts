/**
 * Typed SQL for what pages read most: through Prisma the same rows take two to four times the processor time (docs/performance.md).
 * Kysely builds each statement once; node-postgres runs it over Prisma's pool, or Prisma in a transaction. Transactions are always Prisma's.
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
import type { Tx } from './client'
import { keepName } from './statementNames'
import type { Cart, CartLine, Coupon, Order, OrderEvent, OrderLine, Product, User } from '../generated/prisma/client'

/** Prisma's models by their tables. CamelCasePlugin maps names as schema.prisma does: `cartLine.productId` is cart_line.product_id. */
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
/** Builds statements and runs none. */
const builder = new Kysely<Tables>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
  plugins: [camelCase],
})

/** A value that each call brings. */
export type Given<Value> = RawBuilder<Value>
type ValuesOf<Givens> = { [Index in keyof Givens]: Givens[Index] extends Given<infer Value> ? Value : never }

class Placeholder {
  constructor(readonly position: number) {}
}

/** `Row` is what one row of it holds, `Values` what each call brings. */
export interface Statement<Row, Values extends unknown[]> {
  /** Unique: on a connection it stands for the text. */
  name: string
  text: string
  /** In the order of $1, $2 and so on. */
  parameters: readonly unknown[]
  /** Never set: they carry the types. */
  row?: Row
  values?: Values
}

/** Compiles the statement that `build` makes, by Kysely or as text. `build` names its values one by one, without defaults. */
export function statement<Row, Givens extends Given<unknown>[]>(
  name: string,
  build: (db: Kysely<Tables>, ...givens: Givens) => Compilable<Row> | RawBuilder<Row>,
): Statement<Row, ValuesOf<Givens>> {
  const givens = Array.from({ length: build.length - 1 }, (_, position) => sql`${new Placeholder(position)}`)
  const { sql: text, parameters } = build(builder, ...(givens as unknown as Givens)).compile(builder)
  keepName(text, name)
  return { name, text, parameters }
}

/**
 * All columns of a table by Prisma's list of its fields. Not `SELECT *`: PostgreSQL refuses to run a prepared one again once a migration
 * has added a column.
 */
export const columnsOf = <Table extends keyof Tables, Field extends string>(
  table: Table,
  fields: Record<Field, Field>,
): `${Table}.${Field}`[] => Object.keys(fields).map((field): `${Table}.${Field}` => `${table}.${field as Field}`)

type Dated<Row, Field extends keyof Row> = {
  [Key in keyof Row]: Key extends Field ? Date | Extract<Row[Key], null> : Row[Key]
}

/** The row with these fields as dates, which JSON has as text. */
export function withDates<Row extends object, Field extends keyof Row>(
  row: Row,
  ...fields: Field[]
): Dated<Row, Field> {
  const dates = fields.map((field) => [field, row[field] === null ? null : new Date(row[field] as string)])
  return { ...row, ...(Object.fromEntries(dates) as object) } as Dated<Row, Field>
}

/** Runs statements: one by one on the pool, or all in a transaction. */
export interface Sql {
  rows<Row, Values extends unknown[]>(statement: Statement<Row, Values>, ...values: Values): Promise<Row[]>
}

/** `isPrepared` lets the server keep a statement's plan for its connection, by name. */
export const sqlOver = (pool: pg.Pool, isPrepared: boolean): Sql => ({
  async rows<Row, Values extends unknown[]>({ name, ...statement }: Statement<Row, Values>, ...values: Values) {
    const query = { text: statement.text, values: fill(statement, values), ...(isPrepared && { name }) }
    return inCamelCase<Row>((await pool.query<Record<string, unknown>>(query)).rows)
  },
})

/** The same within a transaction of Prisma's. */
export const sqlWithin = (tx: Tx): Sql => ({
  async rows<Row, Values extends unknown[]>(statement: Statement<Row, Values>, ...values: Values) {
    return inCamelCase<Row>(await tx.$queryRawUnsafe(statement.text, ...fill(statement, values)))
  },
})

const fill = ({ parameters }: Pick<Statement<unknown, unknown[]>, 'parameters'>, values: unknown[]): unknown[] =>
  parameters.map((each) => (each instanceof Placeholder ? values[each.position] : each))

/** As CamelCasePlugin does with the rows of each query; it has no use for the query's id. */
async function inCamelCase<Row>(rows: Record<string, unknown>[]): Promise<Row[]> {
  const { rows: found } = await camelCase.transformResult({ result: { rows }, queryId: { queryId: '' } })
  return found as Row[]
}
