/** Names that the lists of ad blockers contain. A blocked script makes its page fail. */
import { readdirSync } from 'node:fs'
import { expect, it } from 'vitest'
import { PAGES } from '../../../server/shared/pages'
import { newShopper } from '../../../server/testing/data/factories'
import { openShopfront } from '../browser'

const shopfront = openShopfront()

/** Words of paths, in lower case. `ShareDialog-B1.js` has the words `share`, `dialog`, `b1` and `js`. */
const BLOCKED =
  /^(track(s|er|ers|ing)?|trackpage|analytics?|ad|ads|advert.*|adserver|banners?|beacons?|pixels?|promos?|promotions?|popups?|sponsors?.*|affiliates?|telemetry|metrics?|stats|statistics|counter|fingerprint.*|sentry|matomo|piwik|gtag|gtm|utm|doubleclick|collect|rum)$/

const wordsOf = (path: string): string[] =>
  path
    // The hash of a built file is random.
    .replace(/-[\w-]{8}(?=\.\w+(\.(br|gz|map))?$)/, '')
    .replace(/(?<=[a-z])(?=[A-Z])/g, ' ')
    .toLowerCase()
    .split(/[^a-z0-9]+/)

const isBlocked = (path: string): boolean => wordsOf(path).some((word) => BLOCKED.test(word))

it('a path is split into words', () => {
  const blocked = ['/assets/TrackPage-nb2Vp4kt.js', '/assets/PromoBanner-12345678.css', '/a/ads/b.js', '/api/beacon']
  expect(blocked.filter(isBlocked)).toEqual(blocked)
  expect(['/assets/ShareDialog-C3OyOkge.js', '/assets/all-ads.js', '/photos/ladle.webp'].filter(isBlocked)).toEqual([
    '/assets/all-ads.js',
  ])
})

it('no built file has a name that ad blockers refuse', () => {
  const files = readdirSync('dist/client', { recursive: true, encoding: 'utf8' })
  expect(files.length).toBeGreaterThan(50)
  expect(files.filter(isBlocked)).toEqual([])
})

it('no request of a page has a path that ad blockers refuse, and the link of older emails still works', async () => {
  const shopper = await newShopper(shopfront.app)
  const { page, close } = await shopfront.visitAs(shopper, 'desktop', '/')
  const asked = new Set<string>()
  page.on('request', (request) => {
    // Blockers let a page itself load.
    if (!request.isNavigationRequest()) asked.add(new URL(request.url()).pathname)
  })
  const paths = Object.values(PAGES)
    .map(({ path }) => path as string)
    .filter((path) => !/[:*]/.test(path))
  expect(paths).toContain('/track')
  for (const path of [...paths, '/product/celadon-chai-cup', '/help/returns', '/orders/CER-000001'])
    await page.goto(shopfront.origin + path, { waitUntil: 'networkidle' })
  await page.goto(`${shopfront.origin}/track`)
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  expect(asked.size).toBeGreaterThan(20)
  expect([...asked].filter(isBlocked)).toEqual([])
  await close()
}, 120_000)
