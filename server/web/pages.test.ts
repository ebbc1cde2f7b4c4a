import { AsyncLocalStorage } from 'node:async_hooks'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import sharp from 'sharp'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { projectRoot } from '../settings'
import { startBeside, startTestApp } from '../testing/app'
import { newShopper } from '../testing/data/factories'
import { countStatements, statementsOf } from '../testing/statements'
import type { PageRenderer } from '../shared/rendering'
import { readVariant } from '../shared/variants'
import { sendRaw } from '../testing/socket'

const RENDERER = pathToFileURL(join(projectRoot, 'dist/ssr/entry.server.js')).href
const ORIGIN = 'https://shop.example'
const app = await startTestApp({ PUBLIC_ORIGIN: ORIGIN })
const PRODUCT = 'sea-glass-serving-bowl'

const get = (url: string, headers: Record<string, string> = {}) =>
  app.inject({ url, headers: { accept: 'text/html,*/*;q=0.8', ...headers } })

const jsonLd = (html: string): Record<string, unknown>[] =>
  [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/g)].map(
    ([, json]) => JSON.parse(json!) as Record<string, unknown>,
  )

/** A catalogue change reaches the pages within a second. Until then, the old page may be sent. */
const untilPage = (url: string, shows: (html: string) => boolean) =>
  expect.poll(async () => shows((await get(url)).body)).toBe(true)

describe('GET a page that the server renders', () => {
  it.each([
    ['/', 'Cerashop | Home', 'Made slowly, for every day'],
    ['/products', 'Cerashop | Products', '22 products'],
    ['/products?category=cups&page=1&utm_source=mail', 'Cerashop | Cups for chai and coffee', 'Tumblers, kulhads and'],
    [`/product/${PRODUCT}`, 'Cerashop | Sea Glass Serving Bowl', 'Sea Glass Serving Bowl'],
    ['/products?group=decor', 'Cerashop | Decor', 'Planters, vases and quiet shapes'],
    ['/products?group=dining', 'Cerashop | Dining', 'from the first chai to a dinner for many'],
    ['/products?group=kitchen', 'Cerashop | Kitchen', 'Bowls that nest, a platter and a teapot'],
    ['/products?group=brands', 'Cerashop | Brands', 'We sell one brand: our own studio in Bengaluru.'],
    ['/studio', 'Cerashop | Our studio', 'From clay to kiln'],
    ['/help/privacy', 'Cerashop | Privacy Policy', 'Data Protection Board of India'],
    ['/help/terms', 'Cerashop | Terms of Use', 'All prices are in Indian rupees and include GST'],
    ['/help/returns', 'Cerashop | Return &amp; Refund', '14 days to change your mind'],
  ])('%s is complete without JavaScript', async (url, title, content) => {
    const { statusCode, headers, body } = await get(url)
    expect(statusCode).toBe(200)
    expect(headers['content-type']).toBe('text/html; charset=utf-8')
    expect(headers['cache-control']).toBe('public, max-age=0, must-revalidate')
    expect(headers['content-security-policy']).toContain("script-src 'self'")
    expect(body.match(/<title>/g)).toHaveLength(1)
    expect(body).toContain(`<title>${title}</title>`)
    expect(body).toContain(content)
    expect(body).not.toContain('<!-- head -->')
  })

  it('allows the hosts of the payment provider only if the shop takes real payments', async () => {
    const policyOf = async (at: typeof app) => String((await at.inject('/')).headers['content-security-policy'])
    expect(await policyOf(app)).not.toContain('razorpay')
    const keys = { RAZORPAY_KEY_ID: 'id', RAZORPAY_KEY_SECRET: 'secret', RAZORPAY_WEBHOOK_SECRET: 'webhook' }
    const policy = await policyOf(await startBeside(app, keys))
    // In the browsers of other apps, the checkout leaves the page with a form.
    expect(policy).toContain("form-action 'self' https://api.razorpay.com;")
    expect(policy).toContain("script-src 'self' https://checkout.razorpay.com https://cdn.razorpay.com;")
    expect(policy).toContain("frame-src 'self' https://api.razorpay.com https://checkout.razorpay.com;")
  })

  it('does not use AsyncLocalStorage, which would slow down every response of the server', async () => {
    const uses = vi.spyOn(AsyncLocalStorage.prototype, 'run')
    try {
      expect((await get('/products?category=bowls&sort=price-high')).body).toContain('Bowls')
      expect(uses).not.toHaveBeenCalled()
    } finally {
      uses.mockRestore()
    }
  })

  it('has metadata for search engines and link previews', async () => {
    const { body } = await get(`/product/${PRODUCT}`)
    expect(body).toContain(`<link rel="canonical" href="${ORIGIN}/product/${PRODUCT}"/>`)
    expect(body).toContain('<meta property="og:title" content="Sea Glass Serving Bowl"/>')
    expect(body).toMatch(
      new RegExp(`<meta property="og:image" content="${ORIGIN}/photos/[0-9a-f]+/preview/${PRODUCT}\\.jpg"/>`),
    )
    expect(body).toMatch(/<meta property="og:image:alt" content="[^"]+"\/>/)
    expect(body).toContain('<meta name="twitter:card" content="summary_large_image"/>')
    expect((await get('/')).body).toContain(
      '<meta property="og:title" content="Cerashop: handmade ceramics from India"/>',
    )
    const [product, trail] = jsonLd(body)
    expect(product).toMatchObject({
      '@type': 'Product',
      sku: PRODUCT,
      offers: { price: 1199, priceCurrency: 'INR', availability: 'https://schema.org/InStock' },
    })
    expect(trail).toMatchObject({ '@type': 'BreadcrumbList' })
  })

  it('lists its products as structured data, in order', async () => {
    const { body } = await get('/products?category=cups&sort=price-low')
    const list = jsonLd(body).find((data) => data['@type'] === 'ItemList') as { itemListElement: { url: string }[] }
    const links = [...body.matchAll(/<article[^]*?href="(\/product\/[^"]+)"/g)].map(([, path]) => ORIGIN + path)
    expect(list.itemListElement.map(({ url }) => url)).toEqual(links)
    expect(links.length).toBeGreaterThan(2)
  })

  it('excludes irrelevant query parameters from the canonical URL', async () => {
    const { body } = await get('/products?utm_source=mail&page=1&category=cups')
    expect(body).toContain(`<link rel="canonical" href="${ORIGIN}/products?category=cups"/>`)
  })

  it('lists what has the chosen glaze without JavaScript, and shows and opens that variant', async () => {
    const { body } = await get('/products?choice=glaze.celadon&category=gifts')
    const boxes = [...body.matchAll(/<input [^>]*name="choice"[^>]*>/g)].map(([box]) => [
      /value="([^"]+)"/.exec(box)![1],
      box.includes('checked=""'),
    ])
    expect(Object.fromEntries(boxes)).toMatchObject({ 'glaze.celadon': true, 'glaze.oat': false })
    expect(body).toContain('aria-label="Without Celadon"')
    expect(body).toContain('background-color:#b4c9b6')
    expect(body).toContain('/product/lotus-tealight-holder?glaze=celadon"')
    expect(body).toContain('lotus-tealight-holder--celadon')
    // It has no celadon variant.
    expect(body).not.toContain('/product/tea-for-two-set')
    expect(body).toContain(`<link rel="canonical" href="${ORIGIN}/products?category=gifts"/>`)
    expect(body).toContain('<meta name="robots" content="noindex, follow"/>')
  })

  it.each([
    'ref=a&src=b&mc_cid=c&glaze=oat',
    'gclid=a&gbraid=b&wbraid=c&gad_source=1&glaze=oat',
    'glaze=oat&fbclid=x&igshid=y&utm_source=mail&utm_medium=z',
    'a=1&b=2&c=3&d=4&e=5&f=6&g=7&h=8&glaze=oat',
    'Glaze=rust&glaze=oat',
    'glaze=oat&glaze=celadon',
    'glaze=oat&choice=glaze.celadon&page=3',
    'glaze=oat&__proto__=x&constructor=y&toString=z',
    'glaze=oat&=&&',
    'glaze=oat&%00=%00',
    'glaze=&glaze=oat',
    `glaze=${'a'.repeat(81)}&glaze=oat`,
    'glaze=no-such-glaze&glaze=oat',
    `${'x'.repeat(500)}=1&glaze=oat`,
    `srsltid=${'y'.repeat(300)}&glaze=oat`,
  ])('shows the variant of an address with other parameters, as one kept page: %s', async (query) => {
    const plain = await get('/product/tea-for-two-set?glaze=oat')
    const given = await get(`/product/tea-for-two-set?${query}`)
    expect(/<title>([^<]+)/.exec(given.body)![1]).toContain('Oat')
    expect([given.body === plain.body, given.headers.etag]).toEqual([true, plain.headers.etag])
  })

  it.each([
    ['grand-moon-jar', 'glaze-0=celadon-0&glaze-2=indigo-5&size-1=20-cm-5'],
    ['celadon-chai-cup', 'glaze=celadon'],
    ['celadon-chai-cup', 'glaze=oat&size=20-cm'],
    ['tea-for-two-set', 'glaze=oat-1'],
    ['tea-for-two-set', 'glaze-2=oat'],
    ['tea-for-two-set', 'size=20-cm'],
    ['no-such-product', 'glaze=oat'],
    ['no-such-product', 'glaze-1=oat-1'],
    ['tea-for-two-set/', 'glaze=oat-9'],
    ['TEA-FOR-TWO-SET', 'glaze-3=oat-9'],
  ])('takes only choices that the product has: %s?%s', async (id, query) => {
    const plain = await get(`/product/${id}`)
    const given = await get(`/product/${id}?${query}`)
    expect([given.body === plain.body, given.headers.etag]).toEqual([true, plain.headers.etag])
  })

  it.each(['glaze=', 'glaze=no-such-glaze', `glaze=${'a'.repeat(90)}`, 'size=large&colour=red', 'glaze=%F0%9F%98%80'])(
    'shows the plain page for choices that no product has: %s',
    async (query) => {
      const plain = await get('/product/tea-for-two-set')
      expect((await get(`/product/tea-for-two-set?${query}`)).body === plain.body).toBe(true)
    },
  )

  it('opens a product with the first variant that can be bought, unless the address names one', async () => {
    const { shop } = app
    const own = { where: { id: 'tea-for-two-set' } }
    const { stock } = await shop.db.product.findUniqueOrThrow(own)
    const [first] = await shop.db.product.findMany({ where: { variantOf: own.where.id }, orderBy: { position: 'asc' } })
    const { value } = readVariant((await shop.db.product.findUniqueOrThrow(own)).variant!)![0]!
    const titleOf = async (path: string) => /<title>([^<]+)/.exec((await get(path)).body)![1]
    await shop.db.product.update({ ...own, data: { stock: 0 } })
    try {
      await expect.poll(() => titleOf('/product/tea-for-two-set')).toContain(readVariant(first!.variant!)![0]!.value)
      const { body } = await get('/product/tea-for-two-set')
      expect(body).toContain('Add to Cart')
      expect(body).not.toContain('Email me when it is back')
      expect(body).toContain(`/product/tea-for-two-set?glaze=${value.toLowerCase()}"`)
      const named = await get(`/product/tea-for-two-set?glaze=${value.toLowerCase()}`)
      expect(named.body).toContain('Email me when it is back')
    } finally {
      await shop.db.product.update({ ...own, data: { stock } })
    }
  })

  it('shows no options where no product has variants', async () => {
    expect((await get('/products?category=cups')).body).not.toContain('name="choice"')
  })

  it.each([
    ['markup', 'glaze.%3Cscript%3Ealert(1)%3C/script%3E'],
    ['a null byte', 'glaze.a%00b'],
    ['a property of every object', '__proto__.x'],
    ['a long text', 'x'.repeat(4000)],
  ])('reads %s in a choice as text', async (_what, choice) => {
    const { statusCode, body } = await get(`/products?choice=${choice}`)
    expect(statusCode).toBe(200)
    expect(body).not.toContain('<script>alert')
  })

  it('lists what is safe for the chosen uses without JavaScript, under the URL of the whole list', async () => {
    const { body } = await get('/products?safe=dishwasher&safe=microwave')
    const boxes = [...body.matchAll(/<input [^>]*name="safe"[^>]*>/g)].map(([box]) => [
      /value="(\w+)"/.exec(box)![1],
      box.includes('checked=""'),
    ])
    expect(Object.fromEntries(boxes)).toEqual({ microwave: true, dishwasher: true, oven: false, food: false })
    expect(body).toContain('aria-label="Without Dishwasher safe"')
    expect(body).toContain(`<link rel="canonical" href="${ORIGIN}/products"/>`)
    expect(body).toContain('/product/celadon-chai-cup')
    // It may not go into the microwave.
    expect(body).not.toContain('/product/indigo-dip-espresso-cup')
  })

  it.each([
    '?search=pills',
    '?search=buy+now+at+evil.example',
    '?search=%E0%A4%95%E0%A4%AA',
    '?search=bowl',
    '?search=bowl&category=bowls',
    '?search=x&group=decor',
    '?category=nope',
    '?category=Cups',
    '?category=cups&category=nope',
    '?category=%3Cb%3E',
    '?offer=99%25',
    '?offer=any+text',
    '?min=6000&max=6500&category=cups',
    '?page=99',
    '?group=brands&search=evil',
  ])('with a text of the caller or no result is not for search engines: %s', async (query) => {
    const { statusCode, body } = await get(`/products${query}`)
    expect(statusCode).toBe(200)
    expect(body.match(/<meta name="robots" content="noindex, follow"\/>/g)).toHaveLength(1)
    const canonical = /<link rel="canonical" href="([^"]*)"/.exec(body)![1]!
    expect(canonical.slice(ORIGIN.length)).toMatch(
      /^\/products(\?(category=(bowls|cups)|group=(decor|brands)|page=99))?$/,
    )
    expect(body).toContain(`<meta property="og:url" content="${canonical}"/>`)
  })

  it.each([
    ['', ''],
    ['?page=2', '?page=2'],
    ['?sort=rating', ''],
    ['?min=500', ''],
    ['?category=cups', '?category=cups'],
    ['?category=cups&sort=price-low&rating=4', '?category=cups'],
    ['?category=cups&category=bowls', ''],
    ['?stock=in&category=plates', '?category=plates'],
    ['?offer=combo-offer', ''],
    ['?category=gifts&max=500', '?category=gifts'],
    ['?group=decor', '?group=decor'],
    ['?group=kitchen&category=bowls&sort=rating', '?group=kitchen'],
    ['?group=nope', ''],
  ])('is for search engines at /products%s, under the URL /products%s', async (query, canonical) => {
    const { body } = await get(`/products${query}`)
    expect(body).not.toContain('name="robots"')
    expect(body).toContain(`<link rel="canonical" href="${ORIGIN}/products${canonical}"/>`)
  })

  it('shows each group with its photo, its products and its place in the shop', async () => {
    const { db } = app.shop
    for (const group of ['DECOR', 'DINING', 'KITCHEN'] as const) {
      const { body } = await get(`/products?group=${group.toLowerCase()}`)
      const count = await db.product.count({ where: { variantOf: null, groups: { has: group } } })
      expect(count).toBeGreaterThan(3)
      expect(body).toContain(`${count} products`)
      const [preview] = /\/photos\/[0-9a-f]+\/preview\/[^"]+/.exec(body)!
      expect((await app.inject(preview)).statusCode).toBe(200)
      const trail = jsonLd(body).find((data) => data['@type'] === 'BreadcrumbList') as {
        itemListElement: { item: string }[]
      }
      expect(trail.itemListElement.at(-1)!.item).toBe(`${ORIGIN}/products?group=${group.toLowerCase()}`)
    }
    const currentIn = async (url: string) =>
      [...(await get(url)).body.matchAll(/<a (?=[^>]*aria-current="page")[^>]*>([^<]*)<\/a>/g)].map(([, name]) => name)
    for (const [url, name] of [
      ['/products', 'Shop All'],
      ['/products?category=cups', 'Shop All'],
      ['/products?search=bowl', 'Shop All'],
      ['/products?group=decor', 'Decor'],
      ['/products?group=kitchen&category=bowls', 'Kitchen'],
      ['/products?group=brands&sort=rating', 'Brands'],
      ['/products?category=gifts', 'Gifts'],
      ['/products?category=gifts&category=cups', 'Shop All'],
      ['/products?group=dining&category=gifts', 'Dining'],
      ['/', 'Home'],
    ] as const)
      expect([url, ...(await currentIn(url)).slice(0, 1)]).toEqual([url, name])
    const { body } = await get('/products?group=brands')
    expect(body).toContain('22 products')
    expect(body).toContain('href="/studio"')
    for (const group of ['decor', 'dining', 'kitchen', 'brands'])
      expect(body).toContain(`href="/products?group=${group}"`)
  })

  it('has a strong ETag, supports 304, and is compressed if the browser accepts it', async () => {
    const first = await get('/products')
    expect(first.headers.etag).toMatch(/^"/)
    expect((await get('/products', { 'if-none-match': String(first.headers.etag) })).statusCode).toBe(304)
    const compressed = await get('/products', { 'accept-encoding': 'gzip, br' })
    expect(compressed.headers['content-encoding']).toBe('br')
  })

  it('shows catalogue changes', async () => {
    const url = '/product/celadon-chai-cup'
    const { db } = app.shop
    const { stock } = await db.product.findUniqueOrThrow({ where: { id: 'celadon-chai-cup' } })
    expect((await get(url)).body).not.toContain('Sold out')
    await db.product.update({ where: { id: 'celadon-chai-cup' }, data: { stock: 0 } })
    await untilPage(url, (html) => html.includes('Sold out') && html.includes('schema.org/OutOfStock'))
    await db.product.update({ where: { id: 'celadon-chai-cup' }, data: { stock } })
    await untilPage(url, (html) => !html.includes('Sold out'))
  })

  it('shows a product without a Latin title under its own address', async () => {
    const { db } = app.shop
    const model = await db.product.findUniqueOrThrow({ where: { id: PRODUCT } })
    const id = 'बड\u093cी-कटोरी'
    const path = `/product/${encodeURIComponent(id)}`
    await db.product.create({ data: { ...model, id, title: 'बड़ी कटोरी' } })
    await untilPage('/products', (html) => html.includes('23 products'))
    const { statusCode, body } = await get(path)
    expect(statusCode).toBe(200)
    expect(body).toContain(`<link rel="canonical" href="${ORIGIN}${path}"/>`)
    await db.product.delete({ where: { id } })
    await untilPage('/products', (html) => html.includes('22 products'))
  })

  it('shows no discount of less than one percent', async () => {
    const { db } = app.shop
    const { discounted, original } = await db.product.findUniqueOrThrow({ where: { id: PRODUCT } })
    await db.product.update({ where: { id: PRODUCT }, data: { discounted: 1_999, original: 2_000 } })
    await untilPage(`/product/${PRODUCT}`, (html) => html.includes('Rs. 1,999'))
    expect((await get(`/product/${PRODUCT}`)).body).not.toMatch(/>0(<!-- -->)?% off/)
    await db.product.update({ where: { id: PRODUCT }, data: { discounted, original } })
    await untilPage(`/product/${PRODUCT}`, (html) => !html.includes('Rs. 1,999'))
  })

  it('matches its URL only once, and reads its product only once', async () => {
    await get('/')
    const { renderer } = (await import(RENDERER)) as { renderer: PageRenderer }
    const match = vi.spyOn(renderer, 'match')
    const statements = await statementsOf(() => get('/product/speckled-oat-tumbler'))
    const matched = match.mock.calls.length
    match.mockRestore()
    expect(matched).toBe(1)
    // The statements read the product, its photos, the ids of related products, these products, and their variants, and
    // count the reviews.
    expect(statements).toHaveLength(6)
  })

  it('contains no personal data, even if the request has a token', async () => {
    const { token } = await newShopper(app)
    const anyone = await get('/products')
    const someone = await get('/products', { authorization: token })
    expect(someone.body).toBe(anyone.body)
  })

  it("escapes the catalogue's text", async () => {
    const { db } = app.shop
    const evil = 'Cup </script><script>alert(1)</script><!-- /root -->$& cup'
    const { title } = await db.product.findUniqueOrThrow({ where: { id: PRODUCT } })
    await db.product.update({ where: { id: PRODUCT }, data: { title: evil } })
    await untilPage(`/product/${PRODUCT}`, (html) => html.includes('alert(1)'))
    const { body } = await get(`/product/${PRODUCT}`)
    expect(body).not.toContain('<script>alert(1)')
    expect(jsonLd(body)[0]).toMatchObject({ name: evil })
    expect(body).toContain('</html>')
    await db.product.update({ where: { id: PRODUCT }, data: { title } })
    await untilPage(`/product/${PRODUCT}`, (html) => !html.includes('alert(1)'))
  })
})

describe('every URL in a page', () => {
  const named = (html: string): string[] => [
    ...[...html.matchAll(/ (?:href|src)="([^"#]+)"/g)].map(([, url]) => url!),
    ...[...html.matchAll(/<meta property="og:image" content="([^"]+)"/g)].map(([, url]) => url!),
    ...[...html.matchAll(/ data-(?:code|more)="([^"]+)"/g)].flatMap(([, urls]) => urls!.split(' ')),
    ...[...html.matchAll(/ srcSet="([^"]+)"/gi)].flatMap(([, set]) =>
      set!.split(', ').map((each) => each.split(' ')[0]!),
    ),
  ]
  const own = (url: string) => url.startsWith('/') || url.startsWith(ORIGIN)

  it.each(['/', '/products', `/product/${PRODUCT}`, '/help/faq', '/no-such-page', '/login', '/cart'])(
    'of %s exists',
    async (path) => {
      const urls = new Set(
        named((await get(path)).body)
          .filter(own)
          .map((url) => url.replace(ORIGIN, '').replaceAll('&amp;', '&') || '/'),
      )
      const { icons } = (await get('/site.webmanifest')).json<{ icons: { src: string; sizes: string }[] }>()
      expect(icons.map(({ sizes }) => sizes)).toEqual(['192x192', '512x512', '512x512'])
      for (const { src } of icons) urls.add(src)
      expect([...urls]).toEqual(expect.arrayContaining(['/favicon.ico', '/apple-touch-icon.png', '/site.webmanifest']))
      for (const url of urls) {
        // Only the page's own URL may respond with 404, if its path is unknown.
        if (url !== path) expect([url, (await get(url)).statusCode]).toEqual([url, 200])
      }
    },
  )

  it('for a link preview is an image of 1200 by 630 pixels', async () => {
    for (const path of ['/', `/product/${PRODUCT}`]) {
      const url = /<meta property="og:image" content="([^"]+)"/.exec((await get(path)).body)![1]!
      const { headers, rawPayload } = await get(url.slice(ORIGIN.length))
      expect(headers['content-type']).toBe('image/jpeg')
      expect(await sharp(rawPayload).metadata()).toMatchObject({ format: 'jpeg', width: 1200, height: 630 })
    }
  })
})

describe("GET one of the client's files", () => {
  const ask = (url: string, accept = '*/*') => app.inject({ url, headers: { accept, 'accept-encoding': 'br' } })

  it('in assets may be cached for a year, and is compressed', async () => {
    const files = [...(await get('/')).body.matchAll(/\/assets\/[^" ]+\.js/g)].map(([file]) => file)
    expect(files.length).toBeGreaterThan(1)
    for (const file of files) {
      const { statusCode, headers } = await ask(file)
      expect([file, statusCode, headers['cache-control']]).toEqual([file, 200, 'public, max-age=31536000, immutable'])
    }
    const sent = await Promise.all(files.map(async (file) => (await ask(file)).headers['content-encoding']))
    expect(sent).toContain('br')
  })

  it('outside assets is revalidated each time', async () => {
    const { statusCode, headers } = await ask('/favicon.ico')
    expect([statusCode, headers['cache-control']]).toEqual([200, 'public, max-age=0, must-revalidate'])
  })

  it.each(['/assets/nope.js', '/assets/', '/assets/%2e%2e/index.html', '/index.html', '/assets/nope.js?x=1'])(
    'is an uncached 404 if the file is missing or private: %s',
    async (url) => {
      const { statusCode, headers, body } = await ask(url)
      expect([statusCode, headers['cache-control'], body]).toEqual([404, 'no-store', 'Not found'])
    },
  )
})

describe('GET a page that does not exist', () => {
  it.each([
    '/no-such-page',
    '/%0a',
    '/x/%0Ay',
    '/%E2%80%A8',
    '/product/no-such-product',
    '/help/no-such-topic',
    '/product/%00',
    '/%E0%A4%A',
    '/product/%',
  ])('%s responds with 404, and prevents search engines from indexing it', async (url) => {
    const { statusCode, body } = await get(url)
    expect(statusCode).toBe(404)
    expect(body).toContain('<meta name="robots" content="noindex"/>')
    expect(body).toContain('<title>Cerashop | Page Not Found</title>')
  })

  it('says that there is no such product, as the browser does when it hydrates the page', async () => {
    expect((await get('/product/no-such-product')).body).toContain('Sorry! There is no such product.')
    for (const url of ['/no-such-page', '/help/no-such-topic'])
      expect((await get(url)).body).toContain('Oops! Could not find the page!')
  })

  it('renders one page for all missing products, and another for all other missing paths', async () => {
    const executions = vi.spyOn(app.apollo, 'executeOperation')
    // Each rendering runs ShopQuery once.
    const renderings = () => executions.mock.calls.filter(([{ operationName }]) => operationName === 'ShopQuery').length
    try {
      for (const urls of [
        ['/nope', '/nope?x=1', '/help/nope', '/a/b/c'],
        ['/product/nope', '/product/nope2', '/product/nope?x=1'],
      ]) {
        const [first, ...others] = await Promise.all(urls.map((url) => get(url)))
        for (const other of others) expect([other.statusCode, other.body]).toEqual([404, first!.body])
      }
      const before = renderings()
      for (let i = 0; i < 5; i += 1)
        expect(await countStatements(async () => expect((await get(`/product/nope-${i}`)).statusCode).toBe(404))).toBe(
          1,
        )
      expect(renderings()).toBe(before)
    } finally {
      executions.mockRestore()
    }
    expect((await get('/nope', { 'accept-encoding': 'br' })).headers).toMatchObject({
      'content-encoding': 'br',
      'cache-control': 'public, max-age=0, must-revalidate',
    })
  })

  it('depends only on the path: a query string may end like a file name', async () => {
    for (const url of [
      '/?utm_source=chatgpt.com',
      '/products?search=3.5',
      '/product/celadon-chai-cup?ref=shop.example',
    ])
      expect([url, (await get(url)).statusCode]).toEqual([url, 200])
  })

  it('is served before the body of a POST is parsed', async () => {
    const payload = '{"broken": '
    const headers = { 'content-type': 'application/json' }
    const { statusCode, body } = await app.inject({ method: 'POST', url: '/nope', payload, headers })
    expect([statusCode, body]).toEqual([404, 'Not found'])
  })

  it('is plain text for a missing file whose path cannot be decoded, and JSON in the APIs', async () => {
    const photo = await app.inject({ url: '/photos/%E0%A4%A', headers: { accept: 'image/webp' } })
    expect([photo.statusCode, photo.body]).toEqual([404, 'Not found'])
    for (const url of ['/api/%E0%A4%A', '/api/products?search=%E0', '/graphql/%E0'])
      expect([url, (await get(url)).headers['content-type']]).toEqual([url, 'application/json; charset=utf-8'])
  })

  it('limits how many missing pages are rendered for one client', async () => {
    // Enough budget for one rendering after one other page, but not after two.
    const poor = await startBeside(app, { PUBLIC_ORIGIN: ORIGIN, COST_PER_MINUTE: '6510' })
    const send = async (url: string, remoteAddress: string) =>
      (await poor.inject({ url, headers: { accept: 'text/html' }, remoteAddress })).statusCode
    // Spent points return as time passes.
    vi.spyOn(performance, 'now').mockReturnValue(performance.now())
    onTestFinished(() => void vi.restoreAllMocks())
    await send('/product/nope-0', '192.0.2.1')
    expect(await send('/product/nope-1', '192.0.2.2')).toBe(404)
    // The browser then renders the page and finds that the product does not exist.
    expect(await send('/product/nope-2', '192.0.2.2')).toBe(200)
    expect(await send('/product/nope-2', '192.0.2.1')).toBe(200)
    expect(await send('/product/nope-2', '192.0.2.3')).toBe(404)
  })

  it('limits how many sitemaps a client may request', async () => {
    const poor = await startBeside(app, { PUBLIC_ORIGIN: ORIGIN, COST_PER_MINUTE: '900' })
    const send = async (url: string) => (await poor.inject({ url, remoteAddress: '192.0.2.3' })).statusCode
    expect([await send('/sitemap-1.xml'), await send('/sitemap-2.xml')]).toEqual([200, 429])
  })

  it('responds with plain text to requests for template files and missing files', async () => {
    for (const url of ['/home.html', '/index.html', '/missing.js']) {
      const { statusCode, body } = await get(url)
      expect([statusCode, body]).toEqual([404, 'Not found'])
    }
  })
})

describe('many requests for pages', () => {
  it('are rendered a few at a time; the rest are left to browsers and not cached', async () => {
    const busy = await startBeside(app, { PUBLIC_ORIGIN: ORIGIN }, { 'pages.atOnce': 1 })
    const get = (url: string) => busy.inject({ url, headers: { accept: 'text/html' } })
    const urls = Array.from({ length: 6 }, (_, i) => `/products?search=bowl${i}`)
    const pages = await Promise.all(urls.map(get))
    const isRendered = ({ body }: { body: string }) => body.includes('page-state')
    expect(pages.map(({ statusCode }) => statusCode)).toEqual(pages.map(() => 200))
    expect(pages.filter(isRendered)).toHaveLength(1)
    for (const url of urls) expect(isRendered(await get(url))).toBe(true)
  })

  it('are left to the browser if the client has requested too many', async () => {
    const poor = await startBeside(app, { PUBLIC_ORIGIN: ORIGIN, COST_PER_MINUTE: '14000' })
    const get = async (search: string, remoteAddress: string) =>
      (await poor.inject({ url: `/products?search=${search}`, remoteAddress })).body.includes('page-state')
    const seen = []
    for (const search of ['a', 'b', 'c', 'a']) seen.push(await get(search, '192.0.2.1'))
    // The last search repeats the first, so its page is cached.
    expect(seen).toEqual([true, true, false, true])
    expect(await get('c', '192.0.2.2')).toBe(true)
  })

  it('are rendered once if they are equivalent, however their URLs are written', async () => {
    const one = await startTestApp({ PUBLIC_ORIGIN: ORIGIN })
    const urls = [
      ...['/help/faq', '/help/faq?a=1', '/help/faq?b=2&c', '/HELP/faq', '/help/faq/', '/help/%66aq'],
      ...['/products', '/products?utm=1', '/products?page=1', '/Products/'],
      ...['/no-such', '/no-such/page?x', '/another'],
    ]
    for (const url of urls) await one.inject({ url })
    expect(one.cacheCounts).toMatchObject({ misses: 3, hits: urls.length - 3 })
  })
})

describe('GET a page whose data cannot be loaded', () => {
  it('is left to the browser, is not cached, and logs the error only on the server', async () => {
    const url = '/products?category=bowls&sort=rating'
    const failing = vi.spyOn(app.apollo, 'executeOperation').mockRejectedValue(new Error('no database'))
    const failed = await get(url)
    failing.mockRestore()
    expect(failed.statusCode).toBe(200)
    expect(failed.headers['cache-control']).toBe('no-cache')
    expect(failed.body).toContain('shell-header')
    // Without a state to hydrate, the script starts the client immediately.
    expect(failed.body).toMatch(
      /<script data-code="[^"]+" data-more="[^"]+" type="module" crossorigin src="\/assets\/start-/,
    )
    expect(failed.body).not.toContain('page-state')
    expect(failed.body).not.toContain('no database')
    expect((await get(url)).body).toContain('Bowls')
  })

  it('ignores invalid parts of its query', async () => {
    const { statusCode, body } = await get('/products?category=%00&search=%00&offer=%00')
    expect(statusCode).toBe(200)
    expect(body).toContain('22 products')
    expect(body).toContain(`<link rel="canonical" href="${ORIGIN}/products"/>`)
  })
})

describe('GET a page that needs a browser', () => {
  const code = (html: string) => [...html.matchAll(/<link rel="modulepreload" href="([^"]+)"/g)].map(([, url]) => url!)

  it.each([
    ['/cart', 'Cart', 'account'],
    ['/orders', 'Orders', 'account'],
    ['/profile', 'Profile', 'account'],
    ['/wishlist', 'Wishlist', 'account'],
    ['/checkout', 'Checkout', 'account'],
    ['/office/products', 'Office', 'office'],
    ['/login', 'Login', 'more'],
    ['/login/', 'Login', 'more'],
    ['/Login?next=/cart', 'Login', 'more'],
    ['/signup', 'Sign Up', 'more'],
    ['/signup?utm_source=mail', 'Sign Up', 'more'],
    ['/SIGNUP', 'Sign Up', 'more'],
    ['/forgotpassword', 'Forgot Password', 'more'],
    ['/forgotpassword/', 'Forgot Password', 'more'],
    ['/ForgotPassword', 'Forgot Password', 'more'],
    ['/forgotpassword?a=1', 'Forgot Password', 'more'],
  ])(
    '%s has a header, a skeleton and, outside the office, a footer, and preloads its code',
    async (url, title, file) => {
      const { statusCode, headers, body } = await get(url)
      expect(statusCode).toBe(200)
      expect(headers['cache-control']).toBe('public, max-age=0, must-revalidate')
      expect(body).toContain(`<title data-until-page="">Cerashop | ${title}</title>`)
      expect(body).toMatch(/<header[^]*<main[^>]*>[^]*aria-busy="true"[^]*<\/main>/)
      expect(body.includes('<footer')).toBe(file !== 'office')
      expect(body).toContain('<noscript><div class="shell-page"><h1>This page needs JavaScript</h1></div></noscript>')
      // `more` is among the files that each page names.
      if (file === 'more') expect(body).toMatch(/ data-more="\/assets\/more-/)
      else expect(code(body)).toEqual([expect.stringContaining(`/assets/${file}-`)])
      // Without a state to hydrate, the script starts the client immediately.
      expect(body).not.toContain('page-state')
    },
  )

  it('is the same for everyone: it contains no order, no token and no name', async () => {
    const { token } = await newShopper(app)
    const pages = [get('/orders/CER-000001'), get('/orders/CER-000002?x=1', { authorization: token })]
    const [one, other] = await Promise.all(pages)
    expect(other!.body).toBe(one!.body)
    expect(one!.body).not.toContain('CER-')
    expect((await get('/cart', { authorization: token })).body).toBe((await get('/cart')).body)
  })
})

describe('the origin in a page', () => {
  it.each(['a b', 'evil.example/"><script>', '[', ''])('is not taken from the Host header %j', async (host) => {
    const own = await get('/help/faq', { host })
    expect(own.statusCode).toBe(200)
    expect(own.body).toContain(`href="${ORIGIN}/help/faq"`)
  })

  it.each(['//evil.example/products', '/\\evil.example', 'http://evil.example/'])(
    'causes no server error for the URL %s',
    async (url) => {
      expect([200, 404]).toContain((await get(url)).statusCode)
    },
  )
})

describe('a request that browsers never send', async () => {
  // Without a configured origin, pages are rendered only for the server's own hosts.
  const plain = await startBeside(app, {})
  await plain.listen({ host: '127.0.0.1', port: 0 })
  const ask = (target: string, version: string, ...headers: string[]) =>
    sendRaw(plain, [`GET ${target} HTTP/${version}`, 'Connection: close', ...headers, '', ''].join('\r\n'))

  it.each(['//evil.example/', '//', '/\\evil.example/', 'http://evil.example/', '*'])(
    'receives no page for the target %s',
    async (target) => {
      const response = await ask(target, '1.1', 'Host: shop.example')
      expect(response).toMatch(/^HTTP\/1.1 40[04] /)
      expect(response).not.toContain('<title>Cerashop | Home')
    },
  )

  it.each([
    ['no Host', '1.0', []],
    ['an empty Host', '1.1', ['Host:']],
    ['a Host that is none', '1.1', ['Host: a b']],
    ['a Host with a path', '1.1', ['Host: evil.example/x']],
    ['a Host that ends an attribute', '1.1', ['Host: evil.example"><script>']],
    ['a Host that is not ours', '1.1', ['Host: evil.example']],
    ['our Host at another port', '1.1', ['Host: localhost:1']],
    ['a host that nobody vouches for', '1.1', ['Host: evil.example', 'X-Forwarded-Host: localhost']],
  ])('receives a page without a host name for %s', async (_what, version, headers) => {
    for (let i = 0; i < 2; i += 1) {
      const response = await ask('/', version, ...headers)
      expect(response).toMatch(/^HTTP\/1.1 200 /)
      expect(response).toContain('cache-control: no-cache')
      expect(response).toContain('shell-header')
      expect(response).not.toMatch(/undefined|evil|rel="canonical"/)
    }
  })

  it('receives a page with its host if the host belongs to the server', async () => {
    const { port } = plain.server.address() as AddressInfo
    for (const host of [`localhost:${port}`, `127.0.0.1:${port}`]) {
      const response = await ask('/', '1.1', `Host: ${host}`, 'X-Forwarded-Host: evil.example')
      expect(response).toContain(`<link rel="canonical" href="http://${host}/"/>`)
      expect(response).not.toContain('evil')
    }
  })
})

describe('GET /sitemap.xml and /robots.txt', () => {
  it('list every public page', async () => {
    const { headers, body } = await get('/sitemap.xml')
    expect(headers['content-type']).toBe('application/xml; charset=utf-8')
    const pages = [...body.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address]) => address!)
    expect(pages).toContain(`${ORIGIN}/`)
    expect(pages).toContain(`${ORIGIN}/products?category=cups`)
    for (const group of ['decor', 'dining', 'kitchen', 'brands'])
      expect(pages).toContain(`${ORIGIN}/products?group=${group}`)
    expect(pages.filter((page) => page.startsWith(`${ORIGIN}/product/`))).toHaveLength(22)
    for (const page of pages)
      expect((await get(page.slice(ORIGIN.length).replaceAll('&amp;', '&'))).statusCode).toBe(200)
    expect((await get('/robots.txt')).body).toContain(`Sitemap: ${ORIGIN}/sitemap.xml`)
  })
})
