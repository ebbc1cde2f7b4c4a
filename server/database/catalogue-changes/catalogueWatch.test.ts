import { once } from 'node:events'
import { afterAll, describe, expect, it } from 'vitest'
import { SHOP } from '../../shared/shop'
import { CatalogueWatch, cacheUntil } from './catalogueWatch'
import { openTestDatabase } from '../../testing/app'

const { db, catalogue, close } = await openTestDatabase()
afterAll(close)

const id = 'celadon-chai-cup'
const update = (data: Parameters<typeof db.product.update>[0]['data']) => db.product.update({ where: { id }, data })

/** Counts the events while `work` runs. A final change made by the test marks the end. */
async function announced(work: () => Promise<unknown>): Promise<{ changed: number; countsChanged: number }> {
  const heard = { changed: 0, countsChanged: 0 }
  const onChanged = () => (heard.changed += 1)
  const onCounts = () => (heard.countsChanged += 1)
  catalogue.on('changed', onChanged).on('countsChanged', onCounts)
  await work()
  // Notifications arrive in the order in which their transactions commit.
  const ended = once(catalogue, 'changed')
  await db.coupon.updateMany({ data: { percent: { increment: 0 } } })
  await ended
  catalogue.off('changed', onChanged).off('countsChanged', onCounts)
  return heard
}

describe('a catalogue change', () => {
  it.each([
    ['a price', { discounted: 271 }],
    ['a rating', { rating: 3 }],
    ['an offer', { offer: '10%' }],
    ['a category', { category: { connect: { id: 'bowls' } } }],
    ['whether it is a bestseller', { isBestseller: false }],
    ['its groups', { groups: ['DECOR' as const] }],
    ['what it is safe for', { uses: ['OVEN' as const] }],
    ['its variant', { variant: 'Glaze: Celadon' }],
    ['a stock that runs out', { stock: 0 }],
    ['a stock that is no longer 0', { stock: 7 }],
  ])('to %s affects counts', async (_, data) => {
    expect((await announced(() => update(data))).countsChanged).toBeGreaterThan(0)
  })

  it.each([
    ['a title', { title: 'Celadon Cup' }],
    ['the same price', { discounted: 271 }],
  ])('to %s does not affect counts', async (_, data) => {
    const { changed, countsChanged } = await announced(() => update(data))
    expect(changed).toBeGreaterThan(0)
    expect(countsChanged).toBe(0)
  })

  it('that adds or deletes a product affects counts', async () => {
    const product = await db.product.findUniqueOrThrow({ where: { id } })
    const added = await announced(() => db.product.create({ data: { ...product, id: 'another' } }))
    const taken = await announced(() => db.product.delete({ where: { id: 'another' } }))
    expect([added.countsChanged, taken.countsChanged].every((count) => count > 0)).toBe(true)
  })
})

describe('a stock', () => {
  /** Waits until all notifications so far have arrived. They arrive in the order in which their transactions commit. */
  async function heardAll(): Promise<void> {
    const arrived = new Promise<void>((resolve) => {
      const listen = (productId: string) => {
        if (productId !== 'marker') return
        catalogue.off('stockChanged', listen)
        resolve()
      }
      catalogue.on('stockChanged', listen)
    })
    await db.$queryRaw`SELECT pg_notify('catalogue', 'many marker')::text`
    await arrived
  }

  /** The first event after one change of the stock. */
  async function after(from: number, to: number, more: Parameters<typeof update>[0]): Promise<unknown> {
    await update({ stock: from })
    await heardAll()
    const heard: unknown[] = []
    const onStock = (...event: unknown[]) => void heard.push(event)
    const onChanged = () => void heard.push('changed')
    catalogue.on('stockChanged', onStock).on('changed', onChanged)
    await update({ stock: to, ...more })
    await heardAll()
    catalogue.off('stockChanged', onStock).off('changed', onChanged)
    return heard[0]
  }

  it.each([
    [100, 99, {}, [id, false]],
    [7, 6, {}, [id, false]],
    [7, 8, {}, [id, true]],
    [6, 5, {}, [id, true]],
    [5, 6, {}, [id, true]],
    [2, 1, {}, [id, true]],
    [SHOP.fewLeft + 2, SHOP.fewLeft + 1, {}, [id, false]],
    [SHOP.fewLeft + 1, SHOP.fewLeft, {}, [id, true]],
    [1, 0, {}, 'changed'],
    [0, 9, {}, 'changed'],
    [40, 40, {}, 'changed'],
    [40, 39, { title: 'Another Cup' }, 'changed'],
    [40, 39, { discounted: 1 }, 'changed'],
    [40, 39, { hiddenAt: new Date() }, 'changed'],
  ])('of %i that becomes %i with %j announces %j', async (from, to, more, event) => {
    expect(await after(from, to, more)).toEqual(event)
  })
})

describe('a value cached until a change', () => {
  function keeper(watch: CatalogueWatch) {
    let made = 0
    return cacheUntil('countsChanged', watch, async () => (made += 1))
  }

  it('is computed once for all calls, and recomputed only after a change', async () => {
    const watch = new CatalogueWatch()
    watch.isWatching = true
    const get = keeper(watch)
    expect(await Promise.all([get(), get()])).toEqual([1, 1])
    watch.emit('changed')
    expect(await get()).toBe(1)
    watch.emit('countsChanged', null)
    expect(await get()).toBe(2)
  })

  it('is computed for each call while changes cannot be detected', async () => {
    const get = keeper(new CatalogueWatch())
    expect([await get(), await get()]).toEqual([1, 2])
  })

  it('is not cached if computing it failed', async () => {
    const watch = new CatalogueWatch()
    watch.isWatching = true
    let tries = 0
    const get = cacheUntil('changed', watch, async () => {
      tries += 1
      if (tries === 1) throw new Error('no connection')
      return tries
    })
    await expect(get()).rejects.toThrow('no connection')
    expect(await get()).toBe(2)
  })

  it('is not cached if a change occurred while it was computed', async () => {
    const watch = new CatalogueWatch()
    watch.isWatching = true
    const makings: ((value: string) => void)[] = []
    const get = cacheUntil('changed', watch, () => new Promise<string>((resolve) => makings.push(resolve)))
    const before = get()
    watch.emit('changed')
    const after = get()
    makings[0]!('old')
    makings[1]!('new')
    expect([await before, await after, await get()]).toEqual(['old', 'new', 'new'])
  })
})
