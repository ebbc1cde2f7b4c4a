import { afterAll, describe, expect, it } from 'vitest'
import { freePort } from '../testing/processes'
import { openTestDatabase, testSettings } from '../testing/app'
import { CatalogueReads, Replicas } from './replicas'

const { pool, catalogue, queries, close } = await openTestDatabase()
const nobody = `postgres://nobody@127.0.0.1:${await freePort()}/shop`
const { databaseLimits: limits } = testSettings()
const replicas = new Replicas([nobody], pool, catalogue, { limits, queries, connections: 2 })
afterAll(() => replicas.stop().then(close))

// Working replicas are tested in failover.test.ts, which has two servers.
describe('a replica that cannot be reached', () => {
  it('is skipped from the start, and reads go to the primary', async () => {
    replicas.start()
    const reads = new CatalogueReads(replicas, pool)
    const count = () => reads.query('SELECT count(*)::int AS count FROM product') as Promise<{ rows: unknown[] }>
    for (let i = 0; i < 3; i += 1) expect((await count()).rows).toEqual([{ count: 22 }])
    expect(replicas.usable).toBe(0)
  })
})
