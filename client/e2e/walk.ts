/**
 * Walks through the shop like a shopper on a phone, from the home page to the list of orders. It records all requests
 * to the shop, except those for files. The benchmark replays the recording.
 */
import type { Page, Request } from 'playwright-core'

interface Recorded {
  method: string
  path: string
  /** The name of a GraphQL operation. */
  operation?: string
  headers: Record<string, string>
  variables: unknown
}

export interface Recording {
  /** Each GraphQL operation as the client sends it when the server does not yet have its hash. */
  documents: Record<string, { sha256: string; text: string }>
  steps: Record<string, Recorded[]>
}

interface Sent {
  operationName: string
  variables: unknown
  query?: string
  extensions: { persistedQuery: { sha256Hash: string } }
}

/** Values that differ between walks. The recording contains placeholders instead, such as `{orderId}`. */
const PLACEHOLDERS =
  /^(addressId|browserKey|email|expectedTotal|idempotencyKey|number|orderId|password|paymentId|productId|providerOrderId|signature)$/
const withPlaceholders = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value), (key, each: unknown) => (PLACEHOLDERS.test(key) ? `{${key}}` : each))

const HEADERS = { accept: null, 'content-type': null, authorization: '{token}', 'idempotency-key': '{idempotencyKey}' }

function headersOf(request: Request): Record<string, string> {
  const headers = request.headers()
  return Object.fromEntries(
    Object.entries(HEADERS).flatMap(([name, placeholder]) =>
      headers[name] === undefined ? [] : [[name, placeholder ?? headers[name]]],
    ),
  )
}

const QUIET_MS = 700
const STEP_TIMEOUT_MS = 30_000

/** Waits until all responses have arrived and no request has been sent for a while. */
async function untilQuiet(waiting: { size: number; changedAt: number }): Promise<void> {
  waiting.changedAt = Date.now()
  const end = Date.now() + STEP_TIMEOUT_MS
  while (waiting.size > 0 || Date.now() - waiting.changedAt < QUIET_MS) {
    if (Date.now() > end) throw new Error('The page does not stop sending requests.')
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

function sentBy(request: Request): Sent {
  if (request.method() === 'POST') return request.postDataJSON() as Sent
  const parameters = new URL(request.url()).searchParams
  const part = (name: string) => JSON.parse(parameters.get(name) ?? '{}') as unknown
  const extensions = part('extensions') as Sent['extensions']
  return { operationName: parameters.get('operationName')!, variables: part('variables'), extensions }
}

/** Call this function before `page` opens a URL. The shop must have its sample data. */
export async function recordWalk(page: Page, origin: string): Promise<Recording> {
  const { documents, steps }: Recording = { documents: {}, steps: {} }
  let step: Recorded[] = []
  const waiting = { size: 0, changedAt: 0 }
  const change = (by: number) => Object.assign(waiting, { size: waiting.size + by, changedAt: Date.now() })
  page.on('requestfinished', () => change(-1)).on('requestfailed', () => change(-1))
  page.on('request', (request) => {
    change(1)
    const { pathname, search } = new URL(request.url())
    const [method, headers] = [request.method(), headersOf(request)]
    if (pathname === '/graphql') {
      const { operationName: operation, variables, query: text, extensions } = sentBy(request)
      // The first request with an unknown hash is not recorded, because the client repeats it with the query text.
      if (text) documents[operation] = { sha256: extensions.persistedQuery.sha256Hash, text }
      else step.push({ method, path: pathname, operation, headers, variables: withPlaceholders(variables) })
    } else if (pathname.startsWith('/api/') || request.resourceType() === 'document') {
      const variables = method === 'POST' ? withPlaceholders(request.postDataJSON()) : {}
      step.push({ method, path: pathname + search, headers, variables })
    }
  })
  for (const [name, walk] of Object.entries(STEPS)) {
    await page.mouse.move(0, 0)
    await walk(page, origin)
    await untilQuiet(waiting)
    // The order within a step depends on timing. So does the deduplication of identical pending requests.
    const unique = new Set(step.map((request) => JSON.stringify(request)))
    steps[name] = [...unique].sort().map((request) => JSON.parse(request) as Recorded)
    step = []
  }
  const byName = Object.entries(documents).sort(([a], [b]) => (a < b ? -1 : 1))
  return { documents: Object.fromEntries(byName), steps }
}

const BOWL = 'Sea Glass Serving Bowl'
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).first().click()
const pressInMain = (page: Page, name: string) =>
  page.getByRole('main').getByRole('button', { name, exact: true }).first().click()
const payButton = (page: Page) => page.getByRole('dialog').getByRole('button', { name: 'Pay', exact: true })
const hydrated = (page: Page) => page.waitForFunction(() => performance.getEntriesByName('hydrated').length > 0)

async function sortByPrice(page: Page): Promise<void> {
  await page.getByRole('radio', { name: 'Price: low to high' }).first().check()
  await page.waitForURL(/sort=/)
}

async function open(page: Page, url: string): Promise<void> {
  await page.goto(url)
  await hydrated(page)
}

const STEPS: Record<string, (page: Page, origin: string) => Promise<unknown>> = {
  home: (page, origin) => open(page, origin),
  async suggestions(page) {
    await press(page, 'Search')
    await page.getByPlaceholder('What are you looking for?').fill('sea glass')
    await page.getByRole('option').first().waitFor()
  },
  async search(page) {
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/products\?/)
  },
  listing: (page, origin) => open(page, `${origin}/products`),
  'listing, sorted': (page) => sortByPrice(page),
  async product(page, origin) {
    await open(page, `${origin}/products?search=sea+glass`)
    // Uses the keyboard, because a pointer on the card would sometimes request its second photo.
    await page.getByRole('article', { name: BOWL }).getByRole('link').first().press('Enter')
    await page.getByRole('heading', { level: 1, name: BOWL }).waitFor()
  },
  async login(page) {
    await pressInMain(page, 'Add to Cart')
    await page.waitForURL('**/login')
  },
  async add(page) {
    await press(page, 'Login as Guest')
    await page.waitForURL('**/product/*')
    await page.getByRole('link', { name: 'Cart, 1 item' }).waitFor()
  },
  'listing, logged in': (page, origin) => open(page, `${origin}/products`),
  'listing, logged in, sorted': (page) => sortByPrice(page),
  async cart(page) {
    await page.getByRole('link', { name: 'Cart, 1 item' }).click()
    await page.getByRole('heading', { level: 1, name: 'Cart' }).waitFor()
  },
  async quantity(page) {
    await press(page, 'Increase quantity')
    await page.getByRole('link', { name: 'Cart, 2 items' }).waitFor()
  },
  async checkout(page) {
    await press(page, 'Checkout')
    await page.getByRole('button', { name: 'Place Order', exact: true }).first().waitFor()
  },
  async 'place order'(page) {
    await press(page, 'Place Order')
    // The provider's script sends a request before it opens the dialog.
    await payButton(page).waitFor()
  },
  async pay(page) {
    await payButton(page).click()
    await page.waitForURL('**/order_summary')
  },
  orders: (page, origin) => open(page, `${origin}/orders`),
}
