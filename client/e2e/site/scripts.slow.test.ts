/** The number, the size and the order of the scripts that a page fetches, on a phone whose cache keeps nothing. */
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { newShopper } from '../../../server/testing/data/factories'
import { openShopfront } from '../browser'
import { isHydrated } from '../visits'

const shopfront = openShopfront()

const ASSETS = 'dist/client/assets'
const MAX_SCRIPTS = 12
const MIN_BYTES = 8 * 1024
const built = readdirSync(ASSETS).filter((name) => name.endsWith('.js'))
const nameOf = (file: string) => /(\w+)-[^/]*\.js$/.exec(file)![1]!
const codeOf = (name: string) => readFileSync(`${ASSETS}/${built.find((file) => nameOf(file) === name)!}`, 'utf8')

describe('the built scripts', () => {
  it('are few, and none but the first one of a page is small', () => {
    expect(built.length).toBeLessThan(20)
    const small = built.filter((file) => statSync(`${ASSETS}/${file}.br`).size < MIN_BYTES)
    expect(small.map(nameOf)).toEqual(['start'])
  })

  it('let the styles of components override those of all pages', () => {
    const css = readFileSync(`${ASSETS}/${readdirSync(ASSETS).find((name) => name.endsWith('.css'))!}`, 'utf8')
    expect(css.indexOf('.without-script')).toBeGreaterThan(0)
    expect(css.indexOf('.without-script')).toBeLessThan(css.indexOf('._'))
  })

  it.each(['start', 'shop', 'more', 'account', 'photos', 'sort', 'share', 'pinCodes'])(
    'contain no code of the office or the API tester in %s',
    (name) => {
      const code = codeOf(name)
      expect(code).not.toMatch(/from\s*["'`]\.\/(office|tester)-/)
      const operations = readdirSync('client/pages/office', { recursive: true, encoding: 'utf8' })
        .filter((file) => file.endsWith('.graphql'))
        .flatMap((file) => [
          ...readFileSync(`client/pages/office/${file}`, 'utf8').matchAll(/^(?:query|mutation) (\w+)/gm),
        ])
      expect(operations.length).toBeGreaterThan(20)
      expect(
        operations.filter(([, operation]) => code.includes(`"${operation}"`) || code.includes(`\`${operation}\``)),
      ).toEqual([])
    },
  )
})

describe.each([
  ['/', 'visitor'],
  ['/products?category=cups', 'visitor'],
  ['/product/sea-glass-serving-bowl', 'visitor'],
  ['/help/faq', 'visitor'],
  ['/none', 'visitor'],
  ['/login', 'visitor'],
  ['/tester', 'visitor'],
  ['/cart', 'shopper'],
  ['/orders', 'shopper'],
])('the scripts of %s, for a %s', (path, who) => {
  it('are at most twelve, and no two of them wait for each other', async () => {
    const { page, complaints, close } =
      who === 'visitor'
        ? await shopfront.visit('phone', null)
        : await shopfront.visitAs(await newShopper(shopfront.app), 'phone', null)
    const asked: string[] = []
    let answered = 0
    /** How many scripts had been answered when a script was requested. */
    const before: Record<string, number> = {}
    let named: string[] | undefined
    await page.route('**/assets/*.js', async (route) => {
      const file = new URL(route.request().url()).pathname
      before[nameOf(file)] = answered
      asked.push(nameOf(file))
      const response = await route.fetch()
      // Answers only after all files that the page names have been requested.
      if (nameOf(file) !== 'start') {
        named ??= await page.evaluate(() =>
          document.querySelector<HTMLElement>('[data-code]')!.dataset['code']!.split(' '),
        )
        await expect.poll(() => named!.every((each) => asked.includes(nameOf(each)))).toBe(true)
        answered += 1
      }
      await route.fulfill({ response, headers: { ...response.headers(), 'cache-control': 'no-store' } })
    })
    await page.goto(shopfront.origin + path)
    await isHydrated(page)
    await page.waitForTimeout(2000)
    expect(asked.length).toBeLessThanOrEqual(MAX_SCRIPTS)
    // None is downloaded twice.
    expect(asked.toSorted()).toEqual([...new Set(asked)].toSorted())
    const waiting = ['react', 'router', 'apollo', 'shop', ...(who === 'shopper' ? ['account'] : [])]
    expect(waiting.filter((name) => before[name] !== 0)).toEqual([])
    expect(complaints.filter((text) => !text.includes('status of 404'))).toEqual([])
    await close()
  })
})
