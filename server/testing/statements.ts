/** What a test looks at from the database's side. */
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { vi } from 'vitest'

interface Statement {
  text: string
  values?: unknown[]
}

/**
 * The statements that reach the database while `work` runs. Before each is sent, `before` may send another over the same
 * connection. What Prisma sends goes through this method of the driver, whichever client of the pool it takes.
 */
export async function statementsOf(
  work: () => Promise<unknown>,
  before?: (statement: Statement, send: (other: Statement) => Promise<pg.QueryResult>) => void,
): Promise<string[]> {
  const statements: string[] = []
  const { query } = pg.Client.prototype
  const spy = vi.spyOn(pg.Client.prototype, 'query')
  spy.mockImplementation(function (this: pg.Client, ...args: unknown[]) {
    const [config, values] = args as [string | Statement, unknown[]?]
    const statement = typeof config === 'string' ? { text: config, values } : config
    statements.push(statement.text)
    before?.(statement, (other) => Reflect.apply(query, this, [other]))
    return Reflect.apply(query, this, args)
  } as typeof query)
  try {
    await work()
    return statements
  } finally {
    spy.mockRestore()
  }
}

/** How many statements reach the database while `work` runs. */
export const countStatements = async (work: () => Promise<unknown>): Promise<number> =>
  (await statementsOf(work)).length

/** Asks until the answer says so: a change of the catalogue has a second to arrive. */
export async function eventually<Value>(ask: () => Promise<Value>, isRight: (value: Value) => boolean): Promise<Value> {
  for (let tries = 0; ; tries += 1) {
    const value = await ask()
    if (isRight(value) || tries >= 20) return value
    await sleep(50)
  }
}
