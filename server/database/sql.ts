/**
 * SQL of our own over node-postgres, for the few calls that shoppers make most: through Prisma the same rows cost several times as much
 * (docs/performance.md). It hides the connection, the names of prepared statements, and what a transaction needs.
 */
import pg from 'pg'
import type { Tx } from './client'

/** With $1, $2, ... for its values. On a connection its name stands for its text alone. */
export interface Statement {
  name: string
  text: string
}

/** Where statements run: each on its own, or all of them in one transaction. */
export interface Sql {
  /** The values of each row, in the order in which the statement names them. */
  rows(statement: Statement, values: unknown[]): Promise<unknown[][]>
}

/** Those that are not what Prisma makes of them: a day is a Date at midnight, UTC. */
const { builtins, getTypeParser } = pg.types
const types: pg.CustomTypesConfig = {
  getTypeParser: ((id: number, format?: 'text') =>
    id === (builtins.DATE as number) ? toDay : getTypeParser(id, format)) as typeof getTypeParser,
}
const toDay = (text: string): Date => new Date(text)

type Runner = Pick<pg.ClientBase, 'query'>

export class PoolSql implements Sql {
  /** `isPrepared` lets the server keep a statement's plan for its connection, by name: half of what it costs there. */
  constructor(
    private readonly pool: pg.Pool,
    private readonly isPrepared: boolean,
  ) {}

  rows(statement: Statement, values: unknown[]): Promise<unknown[][]> {
    return this.#run(this.pool, statement, values)
  }

  async #run(runner: Runner | pg.Pool, { name, text }: Statement, values: unknown[]): Promise<unknown[][]> {
    const query = { text, values, types, rowMode: 'array' as const }
    const { rows } = await (runner as Runner).query<unknown[]>(this.isPrepared ? { ...query, name } : query)
    return rows
  }

  /** All that `work` asks for in one transaction, which ends without a change where it throws. */
  async transaction<Result>(work: (sql: Sql) => Promise<Result>): Promise<Result> {
    const client = await this.pool.connect()
    // What breaks an idle connection of a transaction shows with its next statement.
    client.on('error', ignore)
    let broken: Error | undefined
    try {
      await client.query('BEGIN')
      const result = await work({ rows: (statement, values) => this.#run(client, statement, values) })
      await client.query('COMMIT')
      return result
    } catch (error) {
      await client.query('ROLLBACK').catch((failure: Error) => (broken = failure))
      throw error
    } finally {
      client.off('error', ignore)
      client.release(broken)
    }
  }
}

const ignore = (): void => {}

/** The same statements in a transaction of Prisma's. */
export const sqlWithin = (tx: Tx): Sql => ({
  async rows({ text }, values) {
    const found = await tx.$queryRawUnsafe<Record<string, unknown>[]>(text, ...values)
    return found.map((row) => Object.values(row))
  },
})
