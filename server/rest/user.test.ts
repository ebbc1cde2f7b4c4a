import { createHmac, randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { ENDPOINTS } from '../shared/contract/endpoints'
import { startTestApp } from '../testing/app'
import { ask, call } from '../testing/calls'
import { newShopper } from '../testing/data/factories'

const app = await startTestApp()
const shopper = await newShopper(app)
const secret = app.shop.settings.jwtSecret!

const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')

function forge(header: object, claims: object, key: string, hash = 'sha256'): string {
  const signed = `${encode(header)}.${encode(claims)}`
  return `${signed}.${createHmac(hash, key).update(signed).digest('base64url')}`
}

const now = Math.floor(Date.now() / 1000)
const claims = { id: shopper.id, email: shopper.email, iat: now, exp: now + 3600 }
const HS256 = { alg: 'HS256', typ: 'JWT' }
const [head, body, signature] = shopper.token.split('.') as [string, string, string]

const gone = await newShopper(app)
await app.shop.db.user.delete({ where: { id: gone.id } })

/** Each token is rejected with and without 'Bearer '. */
const BAD_TOKENS: Record<string, string> = {
  garbage: 'garbage',
  'three parts of garbage': 'a.b.c',
  'an empty object': `${encode({})}.${encode({})}.`,
  'white space inside': 'a b',
  'no signature': `${head}.${body}.`,
  'two parts': `${head}.${body}`,
  'another signature': `${head}.${body}.${signature.replace(/^./, (c) => (c === 'A' ? 'B' : 'A'))}`,
  'changed claims': `${head}.${encode({ ...claims, exp: now + 9999 })}.${signature}`,
  'alg none': `${encode({ alg: 'none', typ: 'JWT' })}.${encode(claims)}.`,
  'alg None with a signature': `${encode({ alg: 'None', typ: 'JWT' })}.${encode(claims)}.${signature}`,
  'another algorithm with the right secret': forge({ alg: 'HS512', typ: 'JWT' }, claims, secret, 'sha512'),
  'another secret': forge(HS256, claims, 'another secret, which is long enough too'),
  'an empty secret': forge(HS256, claims, ''),
  expired: forge(HS256, { ...claims, iat: now - 7200, exp: now - 3600 }, secret),
  'of no user': forge(HS256, { ...claims, id: randomUUID() }, secret),
  'of another email': forge(HS256, { ...claims, email: 'guest@cerashop.example' }, secret),
  'an id that is not a UUID': forge(HS256, { ...claims, id: "' OR 1=1" }, secret),
  'an id that is not a text': forge(HS256, { ...claims, id: { not: '' } }, secret),
  'an email that is not a text': forge(HS256, { ...claims, email: { contains: '' } }, secret),
  'no claims': forge(HS256, {}, secret),
  'a user who is gone': gone.token,
}

const protectedCalls = ENDPOINTS.filter(({ auth }) => auth).map(({ method, path }) => ({
  method,
  url: path.replace(/:\w+/, 'x'),
}))
const INVALID_TOKEN = [401, { errors: ['The token is invalid. Unauthorized access error.'] }]

const callWith = async (authorization: string | undefined, { method, url }: (typeof protectedCalls)[0]) => {
  const answer = await call(app, method, url, { headers: authorization === undefined ? {} : { authorization } })
  return [answer.statusCode, answer.json()]
}

describe('/api/user', () => {
  it('has the eleven calls of the contract and the choices of a cart', () => {
    expect(protectedCalls).toHaveLength(12)
  })

  it.each(protectedCalls)('$method $url needs a token', async (target) => {
    for (const authorization of [undefined, '', '   ', 'Bearer', 'Bearer ', 'Bearer garbage', 'garbage']) {
      expect(await callWith(authorization, target)).toEqual(INVALID_TOKEN)
    }
  })

  it('rejects an expired token, even if it was cached as valid', async () => {
    const ending = forge(HS256, { ...claims, exp: Math.floor(Date.now() / 1000) + 6 }, secret)
    const status = async () => (await call(app, 'GET', '/api/user/cart', { token: ending })).statusCode
    expect([await status(), await status()]).toEqual([200, 200])
    await expect.poll(status, { timeout: 30_000 }).toBe(401)
  })

  it.each(Object.entries(BAD_TOKENS))('rejects an invalid token: %s', async (_, token) => {
    for (const authorization of [token, `Bearer ${token}`]) {
      expect(await callWith(authorization, { method: 'GET', url: '/api/user/cart' })).toEqual(INVALID_TOKEN)
    }
  })

  it.each(['Basic', 'Token', 'Bearer Bearer', 'Bearer,'])('rejects a valid token after %j', async (scheme) => {
    expect(await callWith(`${scheme} ${shopper.token}`, { method: 'GET', url: '/api/user/cart' })).toEqual(
      INVALID_TOKEN,
    )
  })

  it.each(['', 'Bearer ', 'bearer ', 'BEARER ', 'Bearer  ', '  '])('accepts a valid token after %j', async (before) => {
    const answer = await callWith(before + shopper.token, { method: 'GET', url: '/api/user/cart' })
    expect(answer).toEqual([200, { cart: [] }])
  })

  it('accepts a token forged with the right secret, as a control for the tests above', async () => {
    const answer = await callWith(forge(HS256, claims, secret), { method: 'GET', url: '/api/user/cart' })
    expect(answer).toEqual([200, { cart: [] }])
  })

  it('checks the token before the body', async () => {
    const headers = { 'content-type': 'text/plain' }
    expect((await app.inject({ method: 'POST', url: '/api/user/cart', headers, payload: '{' })).statusCode).toBe(401)
  })

  it('ignores a token in a query string or a cookie', async () => {
    const { token } = shopper
    expect((await call(app, 'GET', `/api/user/cart?token=${token}`)).statusCode).toBe(401)
    const headers = { cookie: `token=${token}; authorization=${token}` }
    expect((await call(app, 'GET', '/api/user/cart', { headers })).statusCode).toBe(401)
  })
})

describe('me', () => {
  it('is null without a token', async () => {
    for (const authorization of [undefined, '', 'Bearer']) {
      const headers: Record<string, string> = authorization === undefined ? {} : { authorization }
      expect(await ask(app, '{ me { id } }', { headers })).toEqual({ status: 200, data: { me: null } })
    }
  })

  it.each(Object.entries(BAD_TOKENS))('is UNAUTHENTICATED for an invalid token: %s', async (_, authorization) => {
    const { data, errors } = await ask(app, '{ me { id } shop { name } }', { headers: { authorization } })
    expect(data).toEqual({ me: null, shop: { name: 'Cerashop' } })
    expect(errors).toEqual([
      {
        message: 'The token is invalid. Unauthorized access error.',
        path: ['me'],
        locations: expect.any(Array),
        extensions: { code: 'UNAUTHENTICATED' },
      },
    ])
  })

  it.each(['', 'Bearer ', 'bearer '])('is the user of a valid token prefixed with %j', async (before) => {
    const { data } = await ask(app, '{ me { id email } }', { headers: { authorization: before + shopper.token } })
    expect(data).toEqual({ me: { id: shopper.id, email: shopper.email } })
  })
})
