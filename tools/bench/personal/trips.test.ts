import pg from 'pg'
import { expect, it } from 'vitest'
import { newestInstalled, startPostgres } from '../../../server/testing'
import { startCountingProxy } from './trips'

const hasPostgres = Boolean(process.env['BENCH_DATABASE_URL'] ?? newestInstalled())

it.skipIf(!hasPostgres)('the proxy counts round trips, and counts those for BEGIN and COMMIT separately', async () => {
  const postgres = (await startPostgres())!
  const proxy = await startCountingProxy(postgres.url)
  const client = new pg.Client(proxy.url)
  try {
    await client.connect()
    proxy.reset()
    await client.query('BEGIN')
    for (const value of [1, 2]) await client.query({ name: 'number', text: 'SELECT $1::int', values: [value] })
    await client.query('SELECT 3')
    await client.query('COMMIT')
    expect(proxy.read()).toEqual({ statements: 5, roundTrips: 3, transactionTrips: 2 })
  } finally {
    await client.end()
    proxy.close()
    await postgres.stop()
  }
})
