/** Observes the database's statements for tests. */
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { vi } from 'vitest'

interface Statement {
  text: string
  values?: unknown[]
}

/** The pool sends this over each new connection, and a test does not know when the pool opens one. */
const ON_CONNECT = /^SELECT pg_is_in_recovery/

/**
 * Returns the statements sent to the database while `work` runs. Before each statement, `before` may send another one over the same
 * connection. All clients of Prisma's pool call this driver method.
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
    if (!ON_CONNECT.test(statement.text)) statements.push(statement.text)
    try {
      before?.(statement, (other) => Reflect.apply(query, this, [other]))
    } catch (error) {
      // The driver never throws. Its pool passes a callback; other callers expect a promise.
      const callback = args.at(-1)
      if (typeof callback !== 'function')
        return Promise.reject(error instanceof Error ? error : new Error(String(error)))
      setImmediate(callback as (error: unknown) => void, error)
      return undefined
    }
    return Reflect.apply(query, this, args)
  } as typeof query)
  try {
    await work()
    return statements
  } finally {
    spy.mockRestore()
  }
}

/** The number of statements sent to the database while `work` runs. */
export const countStatements = async (work: () => Promise<unknown>): Promise<number> =>
  (await statementsOf(work)).length

/** Repeats the request until the response is as expected, because a catalogue change arrives later. */
export async function eventually<Value>(ask: () => Promise<Value>, isRight: (value: Value) => boolean): Promise<Value> {
  for (let tries = 0; ; tries += 1) {
    const value = await ask()
    if (isRight(value) || tries >= 400) return value
    await sleep(50)
  }
}
