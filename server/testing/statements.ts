/** What a test looks at from the database's side. */
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { vi } from 'vitest'

/** How many statements reach the database while `work` runs. */
export async function countStatements(work: () => Promise<unknown>): Promise<number> {
  const query = vi.spyOn(pg.Client.prototype, 'query')
  try {
    await work()
    return query.mock.calls.length
  } finally {
    query.mockRestore()
  }
}

/** Asks until the answer says so: a change of the catalogue has a second to arrive. */
export async function eventually<Value>(ask: () => Promise<Value>, isRight: (value: Value) => boolean): Promise<Value> {
  for (let tries = 0; ; tries += 1) {
    const value = await ask()
    if (isRight(value) || tries >= 20) return value
    await sleep(50)
  }
}
