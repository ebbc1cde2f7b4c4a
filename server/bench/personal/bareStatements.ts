/** Prepared statements of the bare server, and who asks. */
import type { FastifyRequest } from 'fastify'
import type pg from 'pg'

export interface Statement {
  name: string
  text: string
}

type Values = unknown[]

export class Statements {
  constructor(readonly pool: pg.Pool) {}

  async rows<Row extends object>(statement: Statement, values: Values, on: pg.Pool | pg.PoolClient = this.pool) {
    return (await on.query<Row>({ ...statement, values })).rows
  }

  /** In one transaction; rolled back where `work` throws. */
  async transaction<Result>(work: (client: pg.PoolClient) => Promise<Result>): Promise<Result> {
    const client = await this.pool.connect()
    try {
      await client.query('BEGIN')
      const result = await work(client)
      await client.query('COMMIT')
      return result
    } catch (error) {
      await client.query('ROLLBACK')
      throw error
    } finally {
      client.release()
    }
  }

  /** The id behind the token: it is signed, not over, and the account is still as it was then. */
  async viewerId(request: FastifyRequest): Promise<string> {
    const { id, email, version = 0 } = await request.jwtVerify<{ id: string; email: string; version?: number }>()
    const [viewer] = await this.rows<{ id: string }>(VIEWER, [id, email, version])
    if (!viewer) throw new Error('There is no such viewer any more.')
    return viewer.id
  }
}

const VIEWER = {
  name: 'viewer',
  text: 'SELECT id FROM user_account WHERE id = $1 AND email = $2 AND token_version = $3 AND blocked_at IS NULL',
}
