import { mkdirSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { ENDPOINTS } from '../../server/shared/contract/endpoints'
import { expectNoSidewaysScroll, openShopfront, VIEWPORTS, type Device, type Visit } from './browser'
import { button } from './visits'

const shopfront = openShopfront()

const status = (page: Page, text: string) => page.getByText(text, { exact: true }).waitFor()
const choose = (page: Page, preset: string) => page.getByLabel('Preset').selectOption(preset)

/** Where a screenshot goes, if anyone asks for them. */
const SHOTS = process.env['SCREENSHOTS']
async function shoot(page: Page, name: string): Promise<void> {
  if (!SHOTS) return
  mkdirSync(SHOTS, { recursive: true })
  await page.screenshot({ path: `${SHOTS}/tester-${name}.png`, fullPage: true })
}

/** The browser itself reports answers of 400 and above, and calls that fail; both are what this page is for. */
const ownComplaints = ({ complaints }: Visit) =>
  complaints.filter((text) => !text.startsWith('Failed to load resource'))

describe.each(Object.keys(VIEWPORTS) as Device[])('the tester on a %s', (device) => {
  const open = async () => {
    const visit = await shopfront.visit(device, '/mockman')
    await visit.page.getByRole('heading', { level: 1, name: 'API Tester' }).waitFor()
    return visit
  }

  it('starts as specified, and says what its first endpoint is', async () => {
    const visit = await open()
    const { page, close } = visit
    expect(await page.title()).toBe('Cerashop | API Tester')
    expect(await page.getByLabel('Method').inputValue()).toBe('GET')
    expect(await page.getByLabel('Method').getByRole('option').allTextContents()).toEqual(['GET', 'POST', 'DELETE'])
    expect(await page.getByLabel('Endpoint').inputValue()).toBe('/api/test-todos')
    expect(await page.getByLabel('Body').inputValue()).toBe('{}')
    expect(await page.getByLabel('Header name').inputValue()).toBe('')
    expect(await page.getByLabel('Header value').inputValue()).toBe('')
    await status(page, 'Response is undefined.')
    await shoot(page, `${device}-start`)

    await button(page, 'Send').click()
    await status(page, 'Status : 404 Not Found')
    await page.getByText('There is nothing at GET /api/test-todos.').waitFor()
    expect(await page.getByRole('main').getByRole('status').innerText()).toMatch(/\d+ ms\s+\d+ bytes/)
    await expectNoSidewaysScroll(page)
    expect(ownComplaints(visit)).toEqual([])
    await close()
  })

  it('shows an answer as trees that open and close, and as it was sent', async () => {
    const { page, close } = await open()
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
    await shoot(page, `${device}-tree`)
    await expectNoSidewaysScroll(page)
    await button(page, 'Raw').click()
    await page.getByText('{"products":[{"_id":').waitFor()
    await close()
  })

  it('calls as the guest by one click, and leaves out a header that is off', async () => {
    const { page, close } = await open()
    await choose(page, 'GET /api/user/cart')
    await page.getByText('This preset needs a token.').waitFor()
    await button(page, 'Guest token').click()
    await page.getByText("The guest's token").waitFor()
    expect(await page.getByLabel('Header name').inputValue()).toBe('authorization')
    await button(page, 'Send').click()
    await status(page, 'Status : 200 OK')
    await shoot(page, `${device}-guest`)
    await page.getByLabel('Header on').uncheck()
    await button(page, 'Send').click()
    await status(page, 'Status : 401 Unauthorized')
    await page.getByText('The token is invalid. Unauthorized access error.').waitFor()
    await expectNoSidewaysScroll(page)
    await close()
  })

  it('sends headers and a body that are written by hand', async () => {
    const { page, close } = await open()
    await page.getByLabel('Method').selectOption('POST')
    await page.getByLabel('Endpoint').fill('/api/auth/login')
    await page.getByLabel('Body').fill('{"email": "nobody@shopper.example", "password": "whatever"}')
    await page.getByLabel('Header name').fill('X-Mark')
    await page.getByLabel('Header value').fill('7')
    const [request] = await Promise.all([page.waitForRequest('**/api/auth/login'), button(page, 'Send').click()])
    expect(request.headers()).toMatchObject({ accept: 'application/json', 'x-mark': '7' })
    expect(request.postData()).toBe('{"email": "nobody@shopper.example", "password": "whatever"}')
    await page.getByText('The email you entered is not Registered. Not Found error').waitFor()
    await close()
  })

  it('blocks a body that is no JSON, and names the place', async () => {
    const { page, close } = await open()
    await page.getByLabel('Body').fill('{\n  "a": 1,\n}')
    await page.getByText("Line 3, column 1: A field's name in double quotes is expected.").waitFor()
    expect(await button(page, 'Send').isDisabled()).toBe(true)
    await page.keyboard.press('Control+Enter')
    await status(page, 'Response is undefined.')
    await button(page, 'Go there').click()
    expect(await page.getByLabel('Body').evaluate((field: HTMLTextAreaElement) => field.selectionStart)).toBe(12)
    await shoot(page, `${device}-bad-json`)
    await page.getByLabel('Body').fill('{"a": 1}')
    expect(await button(page, 'Send').isEnabled()).toBe(true)
    await close()
  })

  it('sends by Ctrl+Enter, and cancels by button and by Escape', async () => {
    const { page, close } = await open()
    await page.getByLabel('Endpoint').press('Control+Enter')
    await status(page, 'Status : 404 Not Found')

    await page.route('**/api/products', () => {})
    await page.getByLabel('Endpoint').fill('/api/products')
    await page.keyboard.press('Meta+Enter')
    await button(page, 'Cancel').click()
    await status(page, 'Cancelled.')
    await button(page, 'Send').click()
    await page.getByText('Waiting for the answer.').waitFor()
    await page.keyboard.press('Escape')
    await status(page, 'Cancelled.')
    await close()
  })

  it('says what to do where no answer comes', async () => {
    const { page, close } = await open()
    await page.route('**/api/test-todos', (route) => route.abort())
    await button(page, 'Send').click()
    await page.getByText(/^No answer from http:.*the server could not be reached/).waitFor()
    await page.getByLabel('Endpoint').fill('https://elsewhere.example/api')
    await button(page, 'Send').click()
    await page.getByText(/^No answer from https:.*this page may only call its own server/).waitFor()
    await close()
  })

  it('repeats the cookie against forged requests, to this shop alone', async () => {
    const { page, context, close } = await open()
    await context.addCookies([{ name: 'XSRF-TOKEN', value: 'a%2Fb', url: shopfront.origin }])
    const [request] = await Promise.all([page.waitForRequest('**/api/test-todos'), button(page, 'Send').click()])
    expect(request.headers()['x-xsrf-token']).toBe('a/b')
    await close()
  })

  it('keeps what was sent over a reload, without the token, and runs it again', async () => {
    const { page, close } = await open()
    await choose(page, 'GET /api/user/wishlist')
    await button(page, 'Guest token').click()
    await page.getByText("The guest's token").waitFor()
    await button(page, 'Send').click()
    await status(page, 'Status : 200 OK')

    await page.reload()
    await status(page, 'Response is undefined.')
    expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain('eyJ')
    await button(page, 'Run again GET /api/user/wishlist').click()
    await status(page, 'Status : 200 OK')
    expect(await page.getByLabel('Endpoint').inputValue()).toBe('/api/user/wishlist')
    await shoot(page, `${device}-history`)
    await button(page, 'Clear history').click()
    await page.reload()
    await page.getByText(/What is sent is listed here/).waitFor()
    await close()
  })

  it('asks for a password that it did not keep', async () => {
    const { page, close } = await open()
    await choose(page, 'POST /api/auth/login')
    await page.getByLabel('Body').fill('{"email": "guest@cerashop.example", "password": "my own secret"}')
    await button(page, 'Send').click()
    await status(page, 'Status : 401 Unauthorized')
    await page.reload()
    await button(page, 'Run again POST /api/auth/login').click()
    await status(page, 'Its token or password was not kept: fill it in and send it.')
    expect(await page.getByLabel('Body').inputValue()).toContain('"password": ""')
    await close()
  })

  it('has a GraphQL twin of a preset, and copies both as code', async () => {
    const { page, context, close } = await open()
    await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: shopfront.origin })
    const clipboard = () => page.evaluate(() => navigator.clipboard.readText())
    await choose(page, 'GET /api/categories')
    await button(page, 'Copy as cURL').click()
    await button(page, 'Copied').waitFor()
    expect(await clipboard()).toBe(`curl '${shopfront.origin}/api/categories' \\\n  -H 'accept: application/json'`)
    await button(page, 'Copy as fetch').click()
    await expect.poll(clipboard).toContain('await fetch(')
    await button(page, 'Use twin').click()
    expect(await page.getByLabel('Endpoint').inputValue()).toBe('/graphql')
    await button(page, 'Send').click()
    await status(page, 'Status : 200 OK')
    await page.getByRole('list', { name: 'Data tree' }).getByText('categories: ').waitFor()
    await button(page, 'Copy').click()
    await expect.poll(clipboard).toContain('{"data":{"categories":')
    await shoot(page, `${device}-twin`)
    await close()
  })

  it('runs every endpoint of the contract, all green', async () => {
    const visit = await open()
    const { page, close } = visit
    await button(page, 'Run all').click()
    const total = ENDPOINTS.length
    await page.getByText(`${total} of ${total} passed`, { exact: true }).waitFor({ timeout: 20_000 })
    const rows = page.getByRole('row').filter({ has: page.getByRole('cell', { name: 'Pass', exact: true }) })
    expect(await rows.count()).toBe(total)
    await shoot(page, `${device}-run-all`)
    await expectNoSidewaysScroll(page)
    expect(ownComplaints(visit)).toEqual([])
    await close()
  })
})

describe('the narrowest screen', () => {
  it('has no sideways scroll, whatever is shown', async () => {
    const { page, close } = await shopfront.visit('phone', '/mockman')
    await page.setViewportSize({ width: 320, height: 640 })
    await page.reload()
    await choose(page, 'POST /api/user/address')
    await button(page, 'Guest token').click()
    await page.getByText("The guest's token").waitFor()
    await expectNoSidewaysScroll(page)
    await choose(page, 'GET /api/products')
    for (const view of ['Send', 'Raw', 'Tree']) {
      await button(page, view).click()
      await status(page, 'Status : 200 OK')
      await expectNoSidewaysScroll(page)
    }
    await button(page, 'Run all').click()
    await page.getByText(/^\d+ of \d+ passed$/).waitFor({ timeout: 20_000 })
    await shoot(page, 'narrow')
    await expectNoSidewaysScroll(page)
    await close()
  })
})

describe('whoever is logged in', () => {
  it('takes their own token by one click', async () => {
    const { page, close } = await shopfront.visit('desktop', '/login')
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
    await close()
  })
})
