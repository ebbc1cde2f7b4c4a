import { parse } from 'csv-parse/sync'
import { beforeEach, describe, expect, it } from 'vitest'
import { dayInIndia } from '../../shared/delivery/delivery'
import { startBeside, startTestApp, withLimits } from '../../testing/app'
import { ask, call } from '../../testing/calls'
import { newShopper, newStaff, newStaffAs } from '../../testing/data/factories'
import { networksOf } from '../../guards/network'
import { RULES } from '../../guards/rules'
import { maintain } from '../maintenance/maintenance'
import {
  countedForm,
  EMPTY_SEARCH_LIMITS,
  EmptySearches,
  forgetEmptySearches,
  storeEmptySearches,
} from './emptySearches'

const app = await startTestApp()
const beside = await startBeside(app, {})
const { db } = app.shop
const staff = await newStaff(app)
const TODAY = dayInIndia(new Date())
const NONE = 'zzqxv'
/** The nth of many networks of 48 bits. */
const wide = (nth: number) => networksOf(`2001:${(nth >> 16).toString(16)}:${(nth & 0xffff).toString(16)}::1`)

beforeEach(async () => {
  for (const { shop } of [app, beside]) shop.emptySearches.take()
  await db.emptySearch.deleteMany()
})

const COUNT = `query ($filter: ProductFilter) { products(filter: $filter) { totalCount } }`
const search = (filter: object, on = app, headers: Record<string, string> = {}) =>
  ask(on, COUNT, { variables: { filter }, headers })
const page = (query: string, headers: Record<string, string> = {}) =>
  call(app, 'GET', `/products?${query}`, { headers: { accept: 'text/html', ...headers } })

async function stored(): Promise<Record<string, number>> {
  for (const { shop } of [app, beside]) await storeEmptySearches(shop)
  const rows = await db.emptySearch.findMany()
  return Object.fromEntries(rows.map(({ text, count }) => [text, count]))
}

describe('a search without a result', () => {
  it('is counted each time, on each server, in the form in which searches compare texts', async () => {
    await search({ search: `  ${NONE.toUpperCase()} ’Á ` })
    await search({ search: `${NONE} a` }, beside)
    expect(await stored()).toEqual({ [`${NONE} a`]: 2 })
    await search({ search: `${NONE} a` })
    expect(await stored()).toEqual({ [`${NONE} a`]: 3 })
    const [{ lastAt, day } = {}] = await db.emptySearch.findMany()
    expect(Math.abs(Date.now() - lastAt!.getTime())).toBeLessThan(60_000)
    expect(day).toEqual(new Date(TODAY))
  })

  it('is counted for each request of the page, whose response is not cached', async () => {
    const first = await page(`search=${NONE}`)
    const second = await page(`search=${NONE}`)
    expect([first.statusCode, second.statusCode]).toEqual([200, 200])
    expect(await stored()).toEqual({ [NONE]: 2 })
  })

  it.each([
    ['with a result', { search: 'bowl' }],
    ['with another filter', { search: NONE, minRating: 5 }],
    ['with a chosen glaze', { search: NONE, choices: [{ option: 'glaze', values: ['celadon'] }] }],
    ['without text', { search: ' ', minPrice: 7999 }],
    ['that may be an email address', { search: 'asha@example.com' }],
    ['that may be a phone number', { search: '+91 98765-43210' }],
    ['that may be a phone number in other digits', { search: '९८७६५४३२१०' }],
  ])('is not counted %s', async (_, filter) => {
    expect((await search(filter)).errors).toBeUndefined()
    expect(await stored()).toEqual({})
  })

  it('is not counted for suggestions, robots and pages that the browser loads in advance or keeps for offline use', async () => {
    await ask(app, `{ suggestions(text: "${NONE}", first: 5) { id } }`)
    await page(`search=${NONE}`, {
      'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
    })
    await page(`search=${NONE}`, { 'sec-purpose': 'prefetch;prerender' })
    await page(`search=${NONE}`, { 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' })
    expect(await stored()).toEqual({})
    await page(`search=${NONE}`, {
      'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140 Safari/537.36',
      'sec-fetch-mode': 'navigate',
    })
    expect(await stored()).toEqual({ [NONE]: 1 })
  })

  it('is too long to be counted if its form is longer than a search', () => {
    expect(countedForm('ﷺ'.repeat(200))).toBeNull()
    expect(countedForm('x'.repeat(200))).toHaveLength(200)
    expect(countedForm('bowl 2026 under 500')).toBe('bowl 2026 under 500')
  })
})

describe('a flood', () => {
  it('of one network is counted up to its daily limit', async () => {
    const searchesPerNetwork = RULES['emptySearches.perNetwork'].most
    for (let i = 0; i < searchesPerNetwork + 20; i += 1)
      app.shop.emptySearches.add(`${NONE} ${i}`, networksOf('192.0.2.1'))
    app.shop.emptySearches.add(NONE, networksOf('203.0.113.1'))
    const counts = await stored()
    expect(Object.keys(counts)).toHaveLength(searchesPerNetwork + 1)
    expect(counts[NONE]).toBe(1)
  })

  it.each([
    ['a /48 of IPv6', (i: number) => `2001:db8:1:${i % 40}::${i}`],
    ['a /48, each search from another network', (i: number) => `2001:db8:2:${i.toString(16)}::1`],
    ['a /56', (i: number) => `2001:db8:3:4${(i % 256).toString(16).padStart(2, '0')}::1`],
    ['a /24 of IPv4', (i: number) => `198.51.100.${i % 256}`],
    ['IPv4 mapped to IPv6', (i: number) => `::ffff:198.51.101.${i % 256}`],
  ])('from %s leaves room for others', async (name, addressOf) => {
    const emptySearches = new EmptySearches()
    for (let i = 0; i < 1_000; i += 1) {
      emptySearches.add(`insult ${i}`, networksOf(addressOf(i)))
      if (i % 100 === 0) await storeEmptySearches({ db, emptySearches })
    }
    emptySearches.add('honest', networksOf('203.0.113.9'))
    await storeEmptySearches({ db, emptySearches })
    const counts = await stored()
    expect([name, counts['honest']]).toEqual([name, 1])
    expect(Object.keys(counts).length).toBeLessThanOrEqual(RULES['emptySearches.perWideNetwork'].most + 1)
  })

  it('of several wide networks leaves half of the room for texts that two of them searched for', async () => {
    const textsOfOneNetwork = RULES['emptySearches.textsOfOneNetwork'].most
    const searches = app.shop.emptySearches
    for (let i = 0; i < textsOfOneNetwork + 300; i += 1) {
      searches.add(`insult ${i}`, wide(i))
      if (i % 100 === 0) await storeEmptySearches(app.shop)
    }
    await storeEmptySearches(app.shop)
    expect(await db.emptySearch.count()).toBe(textsOfOneNetwork)
    searches.add('honest', networksOf('203.0.113.9'))
    searches.add('honest', networksOf('203.0.113.10'))
    expect((await stored())['honest']).toBeUndefined()
    searches.add('honest', networksOf('198.51.100.9'))
    expect((await stored())['honest']).toBe(1)
  })

  it('of many networks takes a bounded amount of memory', () => {
    const searches = new EmptySearches()
    const { waitingTexts } = EMPTY_SEARCH_LIMITS
    for (let i = 0; i < 5 * waitingTexts; i += 1) searches.add(`text ${i}`, wide(i))
    for (let i = 0; i < 2 * EMPTY_SEARCH_LIMITS.networks; i += 1) searches.add('text 0', wide(i + 5000))
    const counts = searches.take()
    expect(counts).toHaveLength(waitingTexts)
    expect(counts[0]!.count).toBeLessThanOrEqual(1 + EMPTY_SEARCH_LIMITS.networks)
    // The limits apply to a day.
    searches.add('tomorrow', wide(1), new Date(Date.now() + 24 * 60 * 60_000))
    expect(searches.take()).toHaveLength(1)
  })

  it('of two servers at the same time stores no more than a day’s texts, and still counts the known ones', async () => {
    const { waitingTexts } = EMPTY_SEARCH_LIMITS
    const textsPerDay = RULES['emptySearches.texts'].most
    const servers = [app.shop, beside.shop]
    for (let round = 0; round * waitingTexts < textsPerDay + 2 * waitingTexts; round += 1) {
      for (const [nth, { emptySearches }] of servers.entries())
        for (let i = 0; i < waitingTexts; i += 1)
          for (const from of [0, 50_000])
            emptySearches.add(`flood ${round} ${nth} ${i}`, wide(from + (round * 2 + nth) * waitingTexts + i))
      await Promise.all(servers.map(storeEmptySearches))
    }
    expect(await db.emptySearch.count()).toBe(textsPerDay)
    app.shop.emptySearches.add('flood 0 0 0', wide(90_000))
    app.shop.emptySearches.add('another', wide(90_001))
    const counts = await stored()
    expect([counts['flood 0 0 0'], counts['another']]).toEqual([3, undefined])
  })
})

describe('counts', () => {
  it('that could not be stored wait for the next round', async () => {
    await search({ search: NONE })
    const broken = {
      emptySearches: app.shop.emptySearches,
      db: { $transaction: () => Promise.reject(new Error('no connection')) } as unknown as typeof db,
    }
    await expect(storeEmptySearches(broken)).rejects.toThrow('no connection')
    await search({ search: NONE })
    expect(await stored()).toEqual({ [NONE]: 2 })
  })

  it('are stored by the maintenance task, which deletes them after two years', async () => {
    await search({ search: NONE })
    const before = (days: number) => new Date(Date.parse(TODAY) - days * 24 * 60 * 60_000)
    for (const days of [731, 732])
      await db.emptySearch.create({ data: { day: before(days), text: `${days}`, count: 1, lastAt: before(days) } })
    await maintain(withLimits(app.shop, {}), () => false)
    expect(Object.keys(await stored()).sort()).toEqual(['731', NONE])
    await forgetEmptySearches(app.shop)
  })

  it('are stored when the server stops', async () => {
    const third = await startBeside(app, {})
    await search({ search: NONE }, third)
    await third.close()
    expect(await stored()).toEqual({ [NONE]: 1 })
  })
})

describe('the office', () => {
  const days = `from: "${TODAY}", to: "${TODAY}"`
  const list = (first: number, token = staff.token) =>
    ask(app, `{ office { emptySearches(${days}, first: ${first}) { totalCount rows { text count lastAt } } } }`, {
      token,
    })
  const add = (text: string, count: number, day = TODAY) =>
    db.emptySearch.create({ data: { day: new Date(day), text, count, lastAt: new Date() } })

  it('lists the searches of a period, the most frequent first, and as a file', async () => {
    await add('=formula', 2)
    await add('teapot', 5)
    await add('old', 9, '2026-01-01')
    const { totalCount, rows } = (await list(1)).data.office.emptySearches
    expect([totalCount, rows]).toEqual([2, [{ text: 'teapot', count: 5, lastAt: expect.any(String) }]])
    const file = await call(app, 'GET', `/office/sales.csv?table=searches&from=${TODAY}&to=${TODAY}`, {
      token: staff.token,
    })
    const lines: Record<string, string>[] = parse(file.body, { bom: true, columns: true })
    expect(lines.map(({ text, searches }) => [text, searches])).toEqual([
      ['teapot', '5'],
      ["'=formula", '2'],
    ])
  })

  it('needs the permission read_reports, and rejects an invalid period', async () => {
    const packer = await newStaffAs(app, 'Packer')
    const shopper = await newShopper(app)
    for (const { token } of [packer, shopper])
      expect((await list(1, token)).errors?.[0]?.extensions.code).toBe('FORBIDDEN')
    expect((await list(201)).errors?.[0]?.extensions.code).toBe('BAD_USER_INPUT')
    const long = await ask(
      app,
      '{ office { emptySearches(from: "2020-01-01", to: "2026-01-01") { totalCount } } }',
      staff,
    )
    expect(long.errors?.[0]?.extensions.code).toBe('BAD_USER_INPUT')
  })
})
