/**
 * The tester and the reference in a browser. Each visit uses one page for all its checks. On a phone, only the layout
 * differs.
 */
import { mkdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ENDPOINTS } from '../../../server/shared/contract/endpoints'
import { checkOut, newShopper } from '../../../server/testing/data/factories'
import { BOWL } from '../../../server/testing/data/fixtures'
import { violationsOf } from '../axe'
import { expectNoSidewaysScroll, openShopfront, type Device, type Visit } from '../browser'
import { button } from '../visits'

const shopfront = openShopfront()

/** The axe violations in Swagger UI. */
const SWAGGER_UI = [
  ...['color-contrast', 'heading-order', 'nested-interactive', 'region', 'scrollable-region-focusable', 'select-name'],
]

const status = (page: Page, text: string) => page.getByText(text, { exact: true }).waitFor()
/** The page shows that there is no response, and why. */
async function isUndefined(page: Page, reason: string | RegExp): Promise<void> {
  const region = page.getByRole('main').getByRole('status')
  await region.getByText('Response is undefined.', { exact: true }).waitFor()
  await region.getByText(reason, { exact: true }).waitFor()
}

const choose = (page: Page, preset: string) => page.getByLabel('Preset', { exact: true }).selectOption(preset)

/** The folder for screenshots, if they are requested. */
const SHOTS = process.env['SCREENSHOTS']
async function shoot(page: Page, name: string): Promise<void> {
  if (!SHOTS) return
  mkdirSync(SHOTS, { recursive: true })
  await page.screenshot({ path: `${SHOTS}/tester-${name}.png`, fullPage: true })
}

/**
 * Excludes Chromium's messages about failed requests and about responses with a status of 400 or above, because the tester causes these on
 * purpose.
 */
const ownComplaints = ({ complaints }: Visit) =>
  complaints.filter((text) => !text.startsWith('Failed to load resource'))

async function open(device: Device): Promise<Visit> {
  const visit = await shopfront.visit(device, '/mockman')
  await visit.page.getByRole('heading', { level: 1, name: 'API Tester' }).waitFor()
  return visit
}

async function startOver(page: Page): Promise<void> {
  await button(page, 'Start over').click()
  await isUndefined(page, 'No request has been sent.')
}

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

async function violations(page: Page): Promise<string[]> {
  await page.evaluate(AXE)
  const { violations } = await page.evaluate(() =>
    (window as unknown as { axe: { run: () => Promise<AxeResults> } }).axe.run(),
  )
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
}

describe('the API tester', () => {
  let visit: Visit
  let page: Page
  beforeAll(async () => {
    visit = await open('desktop')
    page = visit.page
    await visit.context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: shopfront.origin })
  })
  afterAll(() => visit?.close())
  beforeEach(() => startOver(page))
  const clipboard = () => page.evaluate(() => navigator.clipboard.readText())

  it('starts with the specified default request, and describes the first endpoint', async () => {
    expect(await page.title()).toBe('Cerashop | API Tester')
    expect(await page.getByRole('combobox', { name: 'Method' }).inputValue()).toBe('GET')
    expect(await page.getByRole('combobox', { name: 'Method' }).getByRole('option').allTextContents()).toEqual([
      'GET',
      'POST',
      'DELETE',
    ])
    expect(await page.getByLabel('Endpoint').inputValue()).toBe('/api/test-todos')
    expect(await page.getByLabel('Body').inputValue()).toBe('{}')
    expect(await page.getByLabel('Header name').inputValue()).toBe('')
    expect(await page.getByLabel('Header value').inputValue()).toBe('')
    await isUndefined(page, 'No request has been sent.')
    await shoot(page, 'desktop-start')

    await button(page, 'Send').click()
    await status(page, 'Status : 404 Not Found')
    await page.getByText('There is nothing at GET /api/test-todos.').waitFor()
    expect(await page.getByRole('main').getByRole('status').innerText()).toMatch(/\d+ ms\s+\d+ bytes/)
    await expectNoSidewaysScroll(page)
  })

  it('shows a response as a collapsible tree, and as raw text', async () => {
    await choose(page, 'GET /api/products')
    await button(page, 'Send').click()
    await status(page, 'Status : 200 OK')
    const data = page.getByRole('list', { name: 'Data tree' })
    const products = data.getByRole('button', { name: 'products: [22 entries]', expanded: true })
    await products.click()
    await data.getByRole('button', { name: /^products/, expanded: false }).waitFor()
    await page.keyboard.press('ArrowRight')
    await products.waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await data.getByText('_id: ').first().waitFor()
    await page.getByRole('list', { name: 'Headers tree' }).getByText('content-type: ').waitFor()
    await shoot(page, 'desktop-tree')
    await expectNoSidewaysScroll(page)
    await button(page, 'Raw').click()
    await page.getByText('{"products":[{"_id":').waitFor()
    await button(page, 'Tree').click()
  })

  it("fills in the guest's token with one click, and omits a disabled header", async () => {
    await choose(page, 'GET /api/user/cart')
    await page.getByText('This preset needs a token.').waitFor()
    await button(page, 'Guest token').click()
    await page.getByText("The guest's token").waitFor()
    expect(await page.getByLabel('Header name').inputValue()).toBe('authorization')
    await button(page, 'Send').click()
    await status(page, 'Status : 200 OK')
    await page.getByLabel('Header on').uncheck()
    await button(page, 'Send').click()
    await status(page, 'Status : 401 Unauthorized')
    await page.getByText('The token is invalid. Unauthorized access error.').last().waitFor()
    await expectNoSidewaysScroll(page)
  })

  it('sends headers and a body that were entered manually', async () => {
    await page.getByRole('combobox', { name: 'Method' }).selectOption('POST')
    await page.getByLabel('Endpoint').fill('/api/auth/login')
    await page.getByLabel('Body').fill('{"email": "nobody@shopper.example", "password": "whatever"}')
    await page.getByLabel('Header name').fill('X-Mark')
    await page.getByLabel('Header value').fill('7')
    const [request] = await Promise.all([page.waitForRequest('**/api/auth/login'), button(page, 'Send').click()])
    expect(request.headers()).toMatchObject({ accept: 'application/json', 'x-mark': '7' })
    expect(request.postData()).toBe('{"email": "nobody@shopper.example", "password": "whatever"}')
    await page.getByText('The email you entered is not Registered. Not Found error').waitFor()
  })

  it('blocks a body that is not JSON, and shows the position of the error', async () => {
    await page.getByLabel('Body').fill('{\n  "a": 1,\n}')
    await page.getByText('Line 3, column 1: Property name expected.').waitFor()
    expect(await button(page, 'Send').isDisabled()).toBe(true)
    await page.keyboard.press('Control+Enter')
    await isUndefined(page, 'No request has been sent.')
    await button(page, 'Go there').click()
    expect(await page.getByLabel('Body').evaluate((field: HTMLTextAreaElement) => field.selectionStart)).toBe(12)
    await page.getByLabel('Body').fill('{"a": 1}')
    expect(await button(page, 'Send').isEnabled()).toBe(true)
  })

  it('formats a body and shows a response without changing numbers or losing pairs', async () => {
    await page.getByRole('combobox', { name: 'Method' }).selectOption('POST')
    await page.getByLabel('Body').fill('{"id":12345678901234567891,"a":1.0,"a":"\\u00e9"}')
    await button(page, 'Format').click()
    expect(await page.getByLabel('Body').inputValue()).toBe(
      '{\n  "id": 12345678901234567891,\n  "a": 1.0,\n  "a": "\\u00e9"\n}',
    )
    const body = '{"n":98765432109876543210,"twice":1.50,"twice":2}'
    await page.route('**/api/test-todos', (route) => route.fulfill({ contentType: 'application/json', body }))
    await button(page, 'Send').click()
    await status(page, 'Status : 200 OK')
    const tree = page.getByRole('list', { name: 'Data tree' })
    expect(await tree.locator('li li').allInnerTexts()).toEqual(['n: 98765432109876543210', 'twice: 1.50', 'twice: 2'])
    await page.unroute('**/api/test-todos')
  })

  it('names a header that the browser does not send, and copies it as cURL', async () => {
    await page.getByLabel('Header name').fill('Cookie')
    await page.getByLabel('Header value').fill('a=1')
    await page.getByText('Browsers do not send this header. Use cURL.').waitFor()
    expect(await button(page, 'Send').isDisabled()).toBe(true)
    await button(page, 'Copy as cURL').click()
    await expect.poll(clipboard).toContain("-H 'cookie: a=1'")
    await page.getByLabel('Header on').uncheck()
    expect(await button(page, 'Send').isEnabled()).toBe(true)
    await page.getByLabel('Endpoint').fill("curl 'http://shop.example/api/products'")
    await page.getByText('This is not a URL. Paste only the address, and write a space as %20.').waitFor()
    expect(await button(page, 'Send').isDisabled()).toBe(true)
  })

  it('sends with Ctrl+Enter, and cancels with a button and with Escape', async () => {
    await page.getByLabel('Endpoint').press('Control+Enter')
    await status(page, 'Status : 404 Not Found')

    await page.route('**/api/products', () => {})
    await page.getByLabel('Endpoint').fill('/api/products')
    await page.keyboard.press('Meta+Enter')
    await button(page, 'Cancel').click()
    await isUndefined(page, 'Cancelled.')
    await button(page, 'Send').click()
    await page.getByText('Waiting for the response.').waitFor()
    await page.keyboard.press('Escape')
    await isUndefined(page, 'Cancelled.')
    await page.unroute('**/api/products')
  })

  it('explains the likely cause if no response arrives', async () => {
    await page.route('**/api/test-todos', (route) => route.abort())
    await button(page, 'Send').click()
    await isUndefined(page, /^No response from http:.*the server is running/)
    await page.unroute('**/api/test-todos')
    await page.getByLabel('Endpoint').fill('https://elsewhere.example/api')
    await button(page, 'Send').click()
    await isUndefined(page, /^No response from https:.*This page may only call its own server/)
    // The content security policy blocked this request, and the browser logs that.
    visit.complaints.length = 0
  })

  it('copies the XSRF cookie to a header, but only for this shop', async () => {
    await visit.context.addCookies([{ name: 'XSRF-TOKEN', value: 'a%2Fb', url: shopfront.origin }])
    const [request] = await Promise.all([page.waitForRequest('**/api/test-todos'), button(page, 'Send').click()])
    expect(request.headers()['x-xsrf-token']).toBe('a/b')
    await visit.context.clearCookies()
  })

  it('links a preset to the reference', async () => {
    await choose(page, 'POST /api/user/cart/:productId')
    const link = page.getByRole('link', { name: 'Open in the reference' })
    expect(await link.getAttribute('href')).toBe('/api/docs#/Cart/changeCartQuantity')
    await page.getByRole('region', { name: 'GraphQL variables' }).waitFor()
    await button(page, 'Send').click()
    await status(page, 'Status : 401 Unauthorized')
    expect(await violations(page)).toEqual([])
    await shoot(page, 'desktop-preset')
    await expectNoSidewaysScroll(page)
  })

  it('pays for an order in the sandbox, with an idempotency key if the endpoint needs one', async () => {
    const { app } = shopfront
    const shopper = await newShopper(app, { [BOWL]: 1 })
    const { payment } = await checkOut(app, shopper)
    await choose(page, 'POST /api/payments/sandbox/pay')
    const body = await page.getByLabel('Body').inputValue()
    await page
      .getByLabel('Body')
      .fill(body.replace(/order_\w+/, payment!.providerOrderId).replace('late-webhook', 'decline'))
    await button(page, 'Idempotency-Key').click()
    expect(await page.getByLabel('Header value').inputValue()).toMatch(/^[\da-f-]{36}$/)
    await button(page, 'Send').click()
    await status(page, 'Status : 402 Payment Required')
    expect(await page.getByLabel('Preset', { exact: true }).locator('option').allInnerTexts()).toContain(
      "POST /api/payments/sandbox/webhook · The sandbox's news of a payment",
    )
  })

  it("shows a preset's GraphQL equivalent with its variables, links it to the explorer, and copies calls as code", async () => {
    await choose(page, 'GET /api/categories/:categoryId')
    await button(page, 'Copy as cURL').click()
    await expect
      .poll(clipboard)
      .toBe(`curl '${shopfront.origin}/api/categories/bowls' \\\n  -H 'accept: application/json'`)
    await button(page, 'Copy as fetch').click()
    await expect.poll(clipboard).toContain('await fetch(')
    await page.getByRole('region', { name: 'GraphQL variables' }).getByText('"categoryId": "bowls"').waitFor()
    const link = await page.getByRole('link', { name: 'Open in explorer' }).getAttribute('href')
    expect(new URLSearchParams(link!.split('#')[1]).get('query')).toContain('category(id: $categoryId)')
    await button(page, 'Use twin').click()
    expect(await page.getByLabel('Endpoint').inputValue()).toBe('/graphql')
    await button(page, 'Send').click()
    await status(page, 'Status : 200 OK')
    await page.getByRole('list', { name: 'Data tree' }).getByText('category: ').waitFor()
    await button(page, 'Copy').click()
    await expect.poll(clipboard).toContain('{"data":{"category":')
  })

  it('downloads its presets as a Postman collection', async () => {
    const [download] = await Promise.all([page.waitForEvent('download'), button(page, 'Download collection').click()])
    expect(download.suggestedFilename()).toBe('shop.postman_collection.json')
    const { item, variable } = JSON.parse(readFileSync(await download.path(), 'utf8'))
    expect(item.map(({ name }: { name: string }) => name)).toContain('Payments')
    expect(variable).toContainEqual({ key: 'baseUrl', value: shopfront.origin, type: 'string' })
  })

  it('keeps the form and history across a reload, without tokens and passwords, and can resend a request', async () => {
    await button(page, 'Clear history').click()
    await choose(page, 'POST /api/auth/login')
    await page.getByLabel('Body').fill('{"email": "guest@cerashop.example", "password": "my own secret"}')
    await button(page, 'Send').click()
    await status(page, 'Status : 401 Unauthorized')
    await choose(page, 'GET /api/user/wishlist')
    await button(page, 'Guest token').click()
    await page.getByText("The guest's token").waitFor()
    await button(page, 'Send').click()
    await status(page, 'Status : 200 OK')
    await page.getByLabel('Endpoint').fill('/api/user/wishlist?draft=1')
    await button(page, 'Copy link').click()
    await expect.poll(clipboard).toContain('/mockman#preset=GET+')
    const link = await clipboard()
    expect(link).not.toContain('eyJ')
    await expect.poll(() => page.url()).toBe(link)

    await page.reload()
    await isUndefined(page, 'No request has been sent.')
    expect(await page.getByLabel('Endpoint').inputValue()).toBe('/api/user/wishlist?draft=1')
    expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toMatch(/eyJ|my own secret/)
    await button(page, 'Run again GET /api/user/wishlist').click()
    await status(page, 'Status : 200 OK')
    expect(await page.getByLabel('Endpoint').inputValue()).toBe('/api/user/wishlist')
    await shoot(page, 'desktop-history')

    // The tester prompts for secrets that it did not store.
    await button(page, 'Run again POST /api/auth/login').click()
    await isUndefined(page, 'Tokens and passwords are not saved. Enter the missing one and send the request.')
    expect(await page.getByLabel('Body').inputValue()).toContain('"password": ""')
    await button(page, 'Clear history').click()
    await page.getByText(/Sent requests are listed here/).waitFor()
    expect(await page.evaluate(() => localStorage.getItem('apiTesterHistory'))).toBe('[]')
  })

  it("fetches the guest account to get a token if the shop's settings have not loaded yet", async () => {
    await choose(page, 'GET /api/user/cart')
    await button(page, 'Guest token').click()
    await page.getByText("The guest's token").waitFor()
    await button(page, 'Send').click()
    await status(page, 'Status : 200 OK')
    let answerShop = () => {}
    const clicked = new Promise<void>((resolve) => (answerShop = resolve))
    await page.route('**/graphql*', async (route) => {
      await clicked
      await route.continue()
    })
    await page.reload()
    await button(page, 'Run again GET /api/user/cart').click()
    answerShop()
    await status(page, 'Status : 200 OK')
    await page.unroute('**/graphql*')
    await button(page, 'Clear history').click()
  })

  it('opens the request in a pasted link', async () => {
    // The page has removed the previous request from its URL.
    await expect.poll(() => new URL(page.url()).hash).toBe('')
    await page.evaluate(() => void (location.hash = '#method=DELETE&endpoint=%2Fapi%2Flinked&header=x-one%3A+1'))
    await expect.poll(() => page.getByLabel('Endpoint').inputValue()).toBe('/api/linked')
    expect(await page.getByRole('combobox', { name: 'Method' }).inputValue()).toBe('DELETE')
    expect(await page.getByLabel('Header name').inputValue()).toBe('x-one')
    await isUndefined(page, 'No request has been sent.')
  })

  it('runs every endpoint of the contract successfully', async () => {
    await button(page, 'Run all').click()
    const total = ENDPOINTS.length
    await page.getByText(`${total} of ${total} passed`, { exact: true }).waitFor({ timeout: 120_000 })
    const rows = page.getByRole('row').filter({ has: page.getByRole('cell', { name: 'Pass', exact: true }) })
    expect(await rows.count()).toBe(total)
    await shoot(page, 'desktop-run-all')
    await expectNoSidewaysScroll(page)
  })

  it('has logged no errors', () => expect(ownComplaints(visit)).toEqual([]))

  it("fills in a logged-in user's token with one click", async () => {
    await page.goto(`${shopfront.origin}/login`)
    await button(page, 'Login as Guest').click()
    await page.waitForURL('**/products')
    await page.goto(`${shopfront.origin}/mockman`)
    await choose(page, 'GET /api/user/address')
    await button(page, 'My token').click()
    await page.getByText('Your own token').waitFor()
    await button(page, 'Send').click()
    await status(page, 'Status : 200 OK')
    await choose(page, 'POST /api/user/address/:addressId')
    expect(await page.getByLabel('Endpoint').inputValue()).not.toContain('00000000')
    await button(page, 'Send').click()
    await status(page, 'Status : 200 OK')

    await choose(page, 'POST /api/user/cart')
    await button(page, 'Send').click()
    await status(page, 'Status : 201 Created')
    await page.getByRole('link', { name: /^Cart, \d+ item/ }).waitFor()
  })
})

describe('the API tester on a phone, and on the narrowest screen', () => {
  it('never scrolls sideways', async () => {
    const visit = await open('phone')
    const { page, close } = visit
    for (const [width, name] of [
      [390, 'phone'],
      [320, 'narrow'],
    ] as const) {
      await page.setViewportSize({ width, height: 700 })
      await startOver(page)
      await expectNoSidewaysScroll(page)
      await shoot(page, `${name}-start`)
      await page.getByLabel('Body').fill('{\n  "a": 1,\n}')
      await page.getByText('Line 3, column 1').waitFor()
      await expectNoSidewaysScroll(page)
      await choose(page, 'POST /api/user/address')
      await page.getByRole('region', { name: 'GraphQL variables' }).waitFor()
      await button(page, 'Guest token').click()
      await page.getByText("The guest's token").waitFor()
      await button(page, 'Idempotency-Key').click()
      await expectNoSidewaysScroll(page)
      await shoot(page, `${name}-preset`)
      await choose(page, 'GET /api/products/:productId')
      await expectNoSidewaysScroll(page)
      await choose(page, 'GET /api/products')
      for (const view of ['Send', 'Raw', 'Tree']) {
        await button(page, view).click()
        await status(page, 'Status : 200 OK')
        await expectNoSidewaysScroll(page)
      }
      await shoot(page, `${name}-tree`)
    }
    await button(page, 'Run all').click()
    await page.getByText(/^\d+ of \d+ passed$/).waitFor({ timeout: 120_000 })
    await shoot(page, 'narrow-run-all')
    await expectNoSidewaysScroll(page)
    expect(ownComplaints(visit)).toEqual([])
    await close()
  })
})

describe('GET /api/docs in a browser', () => {
  it("shows this server's reference, without external or blocked requests", async () => {
    const { page, complaints, close } = await shopfront.visit('phone', null)
    const elsewhere: string[] = []
    page.on('request', (request) => {
      if (!request.url().startsWith(shopfront.origin) && !request.url().startsWith('data:'))
        elsewhere.push(request.url())
    })
    await page.goto(`${shopfront.origin}/api/docs#/Cart/addToCart`)
    await page.getByRole('heading', { name: /Cerashop REST API/ }).waitFor()
    await page.getByText('The product is not in the catalogue').or(page.getByText('Example Value')).first().waitFor()
    await shoot(page, 'reference')
    await page.getByRole('heading', { level: 1, name: /Cerashop REST API/ }).waitFor()
    expect(await page.getByRole('main').count()).toBe(1)
    const { all, inPart } = await violationsOf(page, '.shop-bar')
    expect(inPart).toEqual([])
    // Swagger UI causes all of these violations.
    expect(SWAGGER_UI).toEqual(expect.arrayContaining(all))
    for (const [name, href] of [
      ['REST tester', '/mockman'],
      ['GraphQL explorer', '/graphql'],
    ] as const)
      expect(await page.getByRole('link', { name }).getAttribute('href')).toBe(href)
    await expectNoSidewaysScroll(page)
    // A request from the reference page.
    await button(page, 'Try it out').click()
    await button(page, 'Execute').click()
    await page.getByText('The token is invalid. Unauthorized access error.').last().waitFor()
    expect(elsewhere).toEqual([])
    expect(complaints.filter((text) => !text.includes('401'))).toEqual([])
    await close()
  })
})
