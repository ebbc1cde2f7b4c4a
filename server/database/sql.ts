/**
 * SQL of our own over node-postgres, for the few calls that shoppers make most: through Prisma the same rows cost several times as much
 * (docs/performance.md). It hides the connection, the names of prepared statements, and what a transaction needs.
 */
import type pg from 'pg'
import { repeatable, transactionAgain } from './again'
import type { Tx } from './client'

/** With $1, $2, ... for its values. On a connection its name stands for its text alone. */
export interface Statement {
  name: string
  text: string
}

/** A statement with its values. */
export type Query = readonly [statement: Statement, values: readonly unknown[]]

/** Where statements run: each on its own, or all of them in one transaction. */
export interface Sql {
  /** The values of each row, in the order in which the statement names them. */
  rows(...query: Query): Promise<unknown[][]>
  /** The rows of each, one after the other over one connection, which are sent and answered together where it can do that. */
  together(...queries: Query[]): Promise<unknown[][][]>
}

export class PoolSql {
  /** `isPrepared` lets the server keep a statement's plan for its connection, by name: half of what it costs there. */
  constructor(
    private readonly pool: pg.Pool,
    private readonly isPrepared: boolean,
    /** As DATABASE_RETRY_SECONDS. */
    private readonly retryMs: number,
  ) {}

  async rows(...[statement, values]: Query): Promise<unknown[][]> {
    return (await this.pool.query<unknown[]>(this.#config(statement, values))).rows
  }

  /** All that `work` asks for in one transaction, which ends without a change where it throws. */
  transaction<Result>(work: (sql: Sql) => Promise<Result>): Promise<Result> {
    const run = (each: (sql: Sql) => Promise<Result>) =>
      this.#connected((connection) => connection.transaction(() => each(connection)))
    return transactionAgain(this.retryMs, run, work)
  }

  /**
   * The rows of each, all in one transaction that leaves in one write with its commit: only for what leads to the same however often it is
   * done, since it is sent again where nobody can say whether the commit arrived.
   */
  change(...queries: Query[]): Promise<unknown[][][]> {
    return repeatable(this.retryMs, () => this.#connected((connection) => connection.change(queries)))
  }

  async #connected<Result>(work: (connection: Connection) => Promise<Result>): Promise<Result> {
    const client = await this.pool.connect()
    // What breaks the connection shows with its next statement.
    client.on('error', ignore)
    const connection = new Connection(client, (statement, values) => this.#config(statement, values))
    try {
      return await work(connection)
    } finally {
      client.off('error', ignore)
      client.release(connection.broken)
    }
  }

  #config({ name, text }: Statement, values: readonly unknown[]) {
    const query = { text, values: values as unknown[], rowMode: 'array' as const }
    return this.isPrepared ? { ...query, name } : query
  }
}

const ignore = (): void => {}

/** One of the pool's. What is asked of it in one go leaves in one write, which is most of what a statement costs this side. */
class Connection implements Sql {
  broken: Error | undefined

  constructor(
    private readonly client: pg.PoolClient,
    private readonly configOf: (statement: Statement, values: readonly unknown[]) => pg.QueryArrayConfig,
  ) {}

  async rows(...[statement, values]: Query): Promise<unknown[][]> {
    return (await this.client.query<unknown[]>(this.configOf(statement, values))).rows
  }

  async together(...queries: Query[]): Promise<unknown[][][]> {
    if (this.client.pipeline) return Promise.all(this.#inOneWrite(() => queries.map((query) => this.rows(...query))))
    const found: unknown[][][] = []
    for (const query of queries) found.push(await this.rows(...query))
    return found
  }

  async transaction<Result>(work: () => Promise<Result>): Promise<Result> {
    return this.#orRollBack(async () => {
      const result = await this.#begin(work)
      await this.client.query('COMMIT')
      return result
    })
  }

  async change(queries: Query[]): Promise<unknown[][][]> {
    if (!this.client.pipeline) return this.transaction(() => this.together(...queries))
    return this.#orRollBack(async () => {
      // After one that fails the commit is a rollback.
      const sent = this.#inOneWrite(() => {
        const begun = this.client.query('BEGIN')
        const found = queries.map((query) => this.rows(...query))
        return [begun, ...found, this.client.query('COMMIT')] as const
      })
      const failed = (await Promise.allSettled(sent)).find((each) => each.status === 'rejected')
      if (failed) throw failed.reason
      return Promise.all(sent.slice(1, -1) as Promise<unknown[][]>[])
    })
  }

  async #orRollBack<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      return await work()
    } catch (error) {
      await this.client.query('ROLLBACK').catch((failure: Error) => (this.broken = failure))
      throw error
    }
  }

  async #begin<Result>(work: () => Promise<Result>): Promise<Result> {
    if (!this.client.pipeline) {
      await this.client.query('BEGIN')
      return work()
    }
    const [begun, working] = this.#inOneWrite(() => [this.client.query('BEGIN'), work()] as const)
    const [began, worked] = await Promise.allSettled([begun, working])
    if (began.status === 'rejected') throw began.reason
    if (worked.status === 'rejected') throw worked.reason
    return worked.value
  }

  #inOneWrite<Result>(send: () => Result): Result {
    const { stream } = this.client.connection
    stream.cork()
    try {
      return send()
    } finally {
      stream.uncork()
    }
  }
}

/** Of Prisma's statements; each takes memory of every connection's server. */
const MOST_NAMES = 100
const UNNAMED = ''
const names = new Map<string, string>()

/**
 * Names for Prisma's own statements, which then keep their plans too. Not for what is written by hand, where a plan may go by the values,
 * nor for a search.
 */
export function nameStatement({ sql }: { sql: string }): string {
  const known = names.get(sql)
  if (known !== undefined) return known
  if (names.size >= MOST_NAMES || !sql.includes('"public"."') || sql.includes('LIKE')) return UNNAMED
  const name = `prisma ${names.size}`
  names.set(sql, name)
  return name
}

/** The same statements in a transaction of Prisma's. */
export const sqlWithin = (tx: Tx): Sql => ({
  rows: (statement, values) => rowsWithin(tx, statement, values),
  async together(...queries) {
    const found: unknown[][][] = []
    for (const [statement, values] of queries) found.push(await rowsWithin(tx, statement, values))
    return found
  },
})

async function rowsWithin(tx: Tx, { name, text }: Statement, values: readonly unknown[]): Promise<unknown[][]> {
  names.set(text, name)
  const found = await tx.$queryRawUnsafe<Record<string, unknown>[]>(text, ...values)
  return found.map((row) => Object.values(row))
}
