import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { describe, expect, it } from 'vitest'
import { CatalogueWatch } from '../database/catalogueWatch'
import { CachedResponse, type Headers } from './cachedResponse'
import { ResponseStore } from './store'

const responseOf = (body: string) =>
  new CachedResponse(body, { status: 200, contentType: 'text/plain', headers: {} as Headers, maxAge: 60 })

function openStore() {
  const watch = new CatalogueWatch()
  watch.isWatching = true
  return { watch, store: new ResponseStore(watch) }
}

describe('ResponseStore', () => {
  it('keeps to its bound in bytes that are really taken, however small its responses are', async () => {
    setFlagsFromString('--expose-gc')
    const collectGarbage = runInNewContext('gc') as () => void
    const takenMb = () => {
      collectGarbage()
      const { heapUsed, external } = process.memoryUsage()
      return (heapUsed + external) / 1024 / 1024
    }
    const { store } = openStore()
    const before = takenMb()
    for (let i = 0; i < 100_000; i += 1) store.begin(`response ${i}`).land(responseOf(`small ${i}`))
    await Promise.resolve()
    const grownMb = takenMb() - before
    expect(store.get('response 99999')).toBeDefined()
    expect(grownMb).toBeGreaterThan(10)
    expect(grownMb).toBeLessThan(70)
  })

  it('weighs a response again once it was compressed', async () => {
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

  it('does not take back what a change of the catalogue has dropped while it was being compressed', () => {
    const { store, watch } = openStore()
    const response = responseOf('old')
    store.begin('key').land(response)
    watch.emit('changed')
    store.weighAgain('key', response)
    expect(store.get('key')).toBeUndefined()
  })

  it('does not cache what was begun before a change', () => {
    const { store, watch } = openStore()
    const flight = store.begin('key')
    watch.emit('changed')
    flight.land(responseOf('old'))
    expect(store.get('key')).toBeUndefined()
  })
})
