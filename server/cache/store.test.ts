import { describe, expect, it } from 'vitest'
import { CatalogueWatch } from '../database/catalogue-changes/catalogueWatch'
import { CachedResponse, VARY, type Headers } from './cachedResponse'
import { own, takenBytes } from '../testing/memory'
import { MAX_STORE_BYTES, ResponseStore } from './store'

const responseOf = (body: string) =>
  new CachedResponse(body, { status: 200, contentType: 'text/plain', headers: {}, vary: VARY, maxAge: 60 })

function openStore() {
  const watch = new CatalogueWatch()
  watch.isWatching = true
  return { watch, store: new ResponseStore(watch) }
}

describe('ResponseStore', () => {
  it('stays within its memory limit, measured in actual bytes, even with many small responses', async () => {
    const { store } = openStore()
    const before = await takenBytes()
    for (let i = 0; i < 60_000; i += 1) {
      // Each response has its own copies of its strings, as with real requests.
      const headers = { 'x-graphql-cost': own('100'), 'content-security-policy': own("script-src 'self'; ".repeat(30)) }
      const head = {
        status: 200,
        contentType: own('application/json'),
        headers: headers as unknown as Headers,
        vary: VARY,
        maxAge: 60,
      }
      store.begin(own(`/graphql ["${'f'.repeat(64)}",null,{"v":"${i}"}]`)).land(new CachedResponse(`small ${i}`, head))
    }
    const grown = (await takenBytes()) - before
    expect(store.get(`/graphql ["${'f'.repeat(64)}",null,{"v":"59999"}]`)).toBeDefined()
    expect(store.bytes).toBeLessThanOrEqual(MAX_STORE_BYTES)
    expect(store.bytes).toBeGreaterThan(MAX_STORE_BYTES / 2)
    expect(grown).toBeGreaterThan(MAX_STORE_BYTES / 4)
    expect(grown).toBeLessThan(1.1 * MAX_STORE_BYTES)
  })

  it('updates the size of a response after compression', async () => {
    const { store } = openStore()
    const response = responseOf('compressible '.repeat(1000))
    store.begin('key').land(response)
    const plain = response.bytesHeld
    await response.compressFor('br')
    await response.compressFor('gzip')
    expect(response.bytesHeld).toBeGreaterThan(plain)
    store.weighAgain('key', response)
    expect(store.get('key')).toBe(response)
  })

  it('does not restore a response that was invalidated while it was being compressed', () => {
    const { store, watch } = openStore()
    const response = responseOf('old')
    store.begin('key').land(response)
    watch.emit('changed')
    store.weighAgain('key', response)
    expect(store.get('key')).toBeUndefined()
  })

  it('does not cache a response whose computation began before a change', () => {
    const { store, watch } = openStore()
    const flight = store.begin('key')
    watch.emit('changed')
    flight.land(responseOf('old'))
    expect(store.get('key')).toBeUndefined()
  })
})
