import { afterAll, describe, expect, it } from 'vitest'
import { clientError } from '../../shared/contract/errors'
import { OPERATIONS } from '../../shared/contract/operations'
import { startBeside, startTestApp } from '../../testing/app'
import { call } from '../../testing/calls'
import { checkOut, newShopper, payAtSandbox } from '../../testing/data/factories'
import { ADDRESS, BOWL, CUP, newcomer, PASSWORD } from '../../testing/data/fixtures'
import { startRazorpayStandIn } from '../../testing/stand-ins/razorpayStandIn'
import { overSocket } from '../../testing/socket'

const standIn = await startRazorpayStandIn()
afterAll(() => standIn.close())
const app = await startTestApp()
const withRazorpay = await startBeside(app, standIn.env)
const strict = await startBeside(app, { SIGN_INS_PER_MINUTE: '1' })

interface Operation {
  operationId: string
  responses: Record<string, object>
}

const readDocument = async (at = app) => (await call(at, 'GET', '/api/openapi.json')).body
const document = JSON.parse(await readDocument()) as {
  openapi: string
  paths: Record<string, Record<string, Operation>>
}
const operations = (of: typeof document) => Object.values(of.paths).flatMap((path) => Object.values(path))

describe('GET /api/openapi.json', () => {
  it('is the same for all clients, and cached like the catalogue', async () => {
    const [own, catalogue] = [await call(app, 'GET', '/api/openapi.json'), await call(app, 'GET', '/api/categories')]
    for (const name of ['content-type', 'cache-control', 'vary'])
      expect(own.headers[name]).toBe(catalogue.headers[name])
    expect(own.headers.etag).toEqual(expect.any(String))
  })

  it('describes every operation of the server, and no others', async () => {
    const ids = Object.keys(OPERATIONS)
    expect(
      operations(document)
        .map(({ operationId }) => operationId)
        .sort(),
    ).toEqual(ids.filter((id) => id !== 'razorpayWebhook').sort())
    expect(
      operations(JSON.parse(await readDocument(withRazorpay)))
        .map(({ operationId }) => operationId)
        .sort(),
    ).toEqual(ids.filter((id) => !/sandbox/i.test(id)).sort())
  })
})

/** All patterns in the document. */
function patternsIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, each]) =>
    name === 'pattern' && typeof each === 'string' ? [each] : patternsIn(each),
  )
}

describe('a published pattern', () => {
  it('compiles without flags, and uses no syntax specific to JavaScript', () => {
    const patterns = patternsIn(document)
    expect(patterns).toContain('^[0-9 +().-]{5,30}$')
    for (const pattern of patterns) {
      expect(() => new RegExp(pattern)).not.toThrow()
      // Without a flag, JavaScript interprets these sequences differently, and other languages reject them.
      expect(pattern).not.toMatch(/\\[pPu]|\\k<|\(\?<[^=!]|--|&&/)
    }
  })
})

/** `operation status` for each response so far. Every test app checks the responses' content. */
const seen = new Set<string>()

function note(method: string, path: string, { statusCode }: { statusCode: number }): void {
  const operation = document.paths[path]?.[method.toLowerCase()]
  seen.add(`${operation?.operationId} ${statusCode}`)
}

describe('responses', () => {
  /** Calls the app; `{x}` in the path is replaced by the given id. */
  async function check(
    method: 'GET' | 'POST' | 'DELETE',
    path: string,
    options: Parameters<typeof call>[3] & { id?: string } = {},
    at = app,
  ) {
    const response = await call(at, method, path.replace(/\{\w+\}/, options.id ?? ''), options)
    note(method, path, response)
    return response
  }

  it('of the catalogue match the document', async () => {
    for (const [path, id] of [
      ['/api/categories'],
      ['/api/products'],
      ['/api/openapi.json'],
      ['/api/categories/{categoryId}', 'cups'],
      ['/api/products/{productId}', BOWL],
    ] as const) {
      const { headers } = await check('GET', path, { id })
      const again = await check('GET', path, { id, headers: { 'if-none-match': String(headers.etag) } })
      expect([path, again.statusCode, again.body]).toEqual([path, 304, ''])
    }
    for (const path of ['/api/categories/{categoryId}', '/api/products/{productId}'])
      await check('GET', path, { id: 'nope' })
  })

  it('of accounts match the document', async () => {
    const body = newcomer()
    for (let i = 0; i < 2; i++) await check('POST', '/api/auth/signup', { body })
    const { email } = body
    for (const attempt of [
      { email, password: PASSWORD },
      { email, password: 'wrong' },
      { email: 'no@x.example', password: 'x' },
    ]) {
      await check('POST', '/api/auth/login', { body: attempt })
    }
    await app.shop.db.user.update({ where: { email }, data: { blockedAt: new Date() } })
    await check('POST', '/api/auth/login', { body: { email, password: PASSWORD } })
    for (const path of ['/api/auth/signup', '/api/auth/login'] as const) {
      await check('POST', path, { body: {} })
      await check('POST', path, { body: newcomer() }, strict)
      await check('POST', path, { body: newcomer() }, strict)
    }
  })

  const addDearCoupon = () =>
    app.shop.db.coupon.create({
      data: { code: 'DEAR', percent: 10, description: 'Above Rs. 90,000', minimumAmount: 90_000, position: 9 },
    })

  const POSTS = [
    ['/api/user/cart', { product: { _id: CUP } }],
    ['/api/user/cart/{productId}', { action: { type: 'increment' } }],
    ['/api/user/cart/choices', { choices: { giftMessage: 'Hello' } }],
    ['/api/user/wishlist', { product: { _id: CUP } }],
    ['/api/user/address', { address: ADDRESS }],
    ['/api/user/address/{addressId}', { address: ADDRESS }],
  ] as const

  it('of personal routes match the document', async () => {
    const { token, addressId } = await newShopper(app)
    const idOf = (path: string) => (path.includes('address') ? addressId : CUP)
    for (const [path, body] of POSTS) {
      const id = idOf(path)
      for (const key of ['once', 'once'])
        await check('POST', path, { id, token, body, headers: { 'idempotency-key': key } })
      await check('POST', path, { id, token, body: {} })
      await check('POST', path, { id: 'nope', token, body: JSON.parse(JSON.stringify(body).replace(CUP, 'nope')) })
      await check('POST', path, { id, body })
    }
    await addDearCoupon()
    for (const couponCode of ['NOPE', 'DEAR'])
      await check('POST', '/api/user/cart/choices', { token, body: { choices: { couponCode } } })
    for (const path of ['/api/user/cart', '/api/user/wishlist', '/api/user/address']) {
      await check('GET', path, { token })
      await check('GET', path)
    }
    for (const path of [
      '/api/user/cart/{productId}',
      '/api/user/wishlist/{productId}',
      '/api/user/address/{addressId}',
    ]) {
      await check('DELETE', path, { id: idOf(path), token })
      await check('DELETE', path, { id: idOf(path) })
    }
  })

  it('to ids that are too long or badly escaped match the document', async () => {
    const { token } = await newShopper(app)
    const withId = Object.entries(document.paths).filter(([path]) => path.includes('{'))
    expect(withId).toHaveLength(5)
    for (const [path, methods] of withId)
      for (const method of Object.keys(methods).map((name) => name.toUpperCase() as 'GET' | 'POST' | 'DELETE'))
        for (const id of ['x'.repeat(1801), '%ED%A0%80']) {
          const { statusCode } = await check(method, path, { id, token })
          expect([method, path, statusCode]).toEqual([method, path, 404])
          expect(document.paths[path]![method.toLowerCase()]!.responses).toHaveProperty('404')
        }
  })

  it('of payments match the document', async () => {
    const shopper = await newShopper(app, { [BOWL]: 1 })
    const checkout = await checkOut(app, shopper)
    const path = '/api/payments/sandbox/pay'
    await check('GET', '/api/payments/sandbox/scenarios')
    for (const scenario of ['decline', undefined] as const) {
      note('POST', path, await payAtSandbox(app, checkout, scenario))
    }
    for (const body of [{}, { orderId: 'nope' }]) await check('POST', path, { body })
    await check('POST', '/api/payments/sandbox/webhook', { body: {} })
  })

  it('to unreadable bodies and to large headers match the document', async () => {
    const { token } = await newShopper(app)
    for (const [path] of [...POSTS, ['/api/auth/login'], ['/api/payments/sandbox/pay']] as const) {
      for (const [type, payload] of [
        ['application/json', '{'],
        ['text/plain', 'x'],
        ['application/json', `"${'x'.repeat(300_000)}"`],
      ] as const) {
        const headers = { authorization: token, 'content-type': type }
        const { statusCode } = await app.inject({ method: 'POST', url: path, headers, payload })
        expect(statusCode).toBe(type === 'text/plain' ? 415 : payload === '{' ? 400 : 413)
      }
    }
    const ask = await overSocket(app)
    const tooLarge = await ask('/api/categories', { headers: { 'x-filler': 'x'.repeat(20_000) } })
    expect(tooLarge.statusCode).toBe(431)
    expect(clientError.safeParse(tooLarge.json()).error).toBeUndefined()
  })

  it('of a shop with a failing database match the document', async () => {
    const broken = await startTestApp()
    await broken.shop.db.$executeRawUnsafe('ALTER TABLE product RENAME TO product_away')
    expect((await check('GET', '/api/products', {}, broken)).statusCode).toBe(500)
  })

  it('are all tested here, except internal errors and errors common to all operations', () => {
    const described = operations(document).flatMap(({ operationId, responses }) =>
      Object.keys(responses).map((status) => `${operationId} ${status}`),
    )
    const unseen = described.filter((each) => !seen.has(each) && !/ (503|400|413|415|429|431|500)$/.test(each))
    expect(unseen).toEqual(['sandboxWebhook 200'])
  })
})
