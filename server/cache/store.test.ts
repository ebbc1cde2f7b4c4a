import { describe, expect, it } from 'vitest'
import { CatalogueWatch } from '../database/catalogue-changes/catalogueWatch'
import { CachedResponse, VARY, type Headers } from './cachedResponse'
import { own, takenBytes } from '../testing/memory'
import { MAX_STORE_BYTES, ResponseStore } from './store'

const responseOf = (body: string, shown: { stockOf?: Set<string>; showsOnlyFew?: boolean } = {}) =>
  new CachedResponse(body, { status: 200, contentType: 'text/plain', headers: {}, vary: VARY, maxAge: 60, ...shown })

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
    const counted = store.bytes
    store.weighAgain('key', response)
    expect(store.bytes - counted).toBe(response.bytesHeld - plain)
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

  describe('after a sale', () => {
    const page = (body: string, ...stockOf: string[]) =>
      responseOf(body, { stockOf: new Set(stockOf), showsOnlyFew: true })
    const answer = (body: string, ...stockOf: string[]) => responseOf(body, { stockOf: new Set(stockOf) })
    const kept = (store: ResponseStore) => ['page', 'answer', 'other'].filter((key) => store.get(key))

    it.each([
      ['many pieces of the product are left', 'cup', false, ['page', 'other']],
      ['few pieces of the product are left', 'cup', true, ['other']],
      ['the product is shown nowhere', 'jar', true, ['page', 'answer', 'other']],
    ])('keeps what stays true if %s', (_, productId, isFew, left) => {
      const { store, watch } = openStore()
      store.begin('page').land(page('page', 'cup', 'plate'))
      store.begin('answer').land(answer('answer', 'cup'))
      store.begin('other').land(answer('other', 'bowl'))
      watch.emit('stockChanged', productId, isFew)
      expect(kept(store)).toEqual(left)
    })

    it('does not cache a response that was computed meanwhile and shows the product', async () => {
      const { store, watch } = openStore()
      const [sold, other] = [store.begin('answer'), store.begin('other')]
      watch.emit('stockChanged', 'cup', true)
      watch.emit('stockChanged', 'cup', false)
      sold.land(answer('old', 'cup'))
      other.land(answer('other', 'bowl'))
      expect(kept(store)).toEqual(['other'])
    })

    it('gives requests that waited for an outdated response the next one, which is computed once', async () => {
      const { store, watch } = openStore()
      const old = store.begin('answer')
      watch.emit('stockChanged', 'cup', false)
      const request = async () => {
        const found = await store.findOrBegin('answer')
        if ('cached' in found) return found.cached
        const mine = answer('new', 'cup')
        await new Promise(setImmediate)
        found.flight.land(mine)
        return mine
      }
      const requests = [request(), request(), request()]
      old.land(answer('old', 'cup'))
      expect(new Set(await Promise.all(requests)).size).toBe(1)
    })

    it('remembers nothing about responses that it no longer stores', () => {
      const { store, watch } = openStore()
      store.begin('answer').land(answer('one', 'cup'))
      store.begin('answer').land(answer('two', 'plate'))
      watch.emit('stockChanged', 'cup', true)
      expect(kept(store)).toEqual(['answer'])
      watch.emit('changed')
      watch.emit('stockChanged', 'plate', true)
      expect(kept(store)).toEqual([])
    })
  })

  it('does not cache a response whose computation began before a change', () => {
    const { store, watch } = openStore()
    const flight = store.begin('key')
    watch.emit('changed')
    flight.land(responseOf('old'))
    expect(store.get('key')).toBeUndefined()
  })
})
