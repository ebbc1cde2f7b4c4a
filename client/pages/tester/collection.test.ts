import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { collectionOf } from './collection'
import { groupsOf, PAYMENT_PRESETS, PRESETS } from './presets'

/** As Postman's own JSON schema of version 2.1.0 has what is used here; what it does not name is a fault. */
const pair = z.strictObject({ key: z.string(), value: z.string(), type: z.literal('string').optional() })
const auth = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('noauth') }),
  z.strictObject({ type: z.literal('bearer'), bearer: z.array(pair) }),
])
const item = z.strictObject({
  name: z.string().min(1),
  event: z
    .array(
      z.strictObject({
        listen: z.enum(['test', 'prerequest']),
        script: z.strictObject({ type: z.literal('text/javascript'), exec: z.array(z.string()) }),
      }),
    )
    .optional(),
  request: z.strictObject({
    method: z.enum(['GET', 'POST', 'DELETE']),
    header: z.array(pair),
    url: z.strictObject({
      raw: z.string(),
      host: z.array(z.string()),
      path: z.array(z.string().min(1)),
      variable: z.array(pair).optional(),
    }),
    auth: auth.optional(),
    body: z
      .strictObject({
        mode: z.literal('raw'),
        raw: z.string(),
        options: z.strictObject({ raw: z.strictObject({ language: z.literal('json') }) }),
      })
      .optional(),
  }),
  response: z.array(z.never()),
})
const collection = z.strictObject({
  info: z.strictObject({
    name: z.string().min(1),
    description: z.string(),
    schema: z.literal('https://schema.getpostman.com/json/collection/v2.1.0/collection.json'),
  }),
  auth,
  variable: z.array(pair),
  item: z.array(z.strictObject({ name: z.string().min(1), item: z.array(item).min(1) })),
})

const presets = [...PRESETS, ...PAYMENT_PRESETS]
const exported = collectionOf(groupsOf(presets), 'http://shop.example', 'Cerashop REST API')

describe('collectionOf', () => {
  it('is a collection of version 2.1, once it has been a file', () => {
    const file = JSON.parse(JSON.stringify(exported)) as unknown
    expect(collection.safeParse(file).error).toBeUndefined()
    expect(file).toEqual(exported)
  })

  it('holds every preset, with its parameters and body', () => {
    const items = exported.item.flatMap((group) => group.item)
    expect(items.map(({ request }) => `${request.method} ${request.url.raw.replace('{{baseUrl}}', '')}`)).toEqual(
      groupsOf(presets).flatMap((group) => group.presets.map(({ id }) => id)),
    )
    for (const [at, { endpoint }] of groupsOf(presets)
      .flatMap((group) => group.presets)
      .entries()) {
      const { url, body } = items[at]!.request
      expect(`/${url.path.join('/')}`).toBe(endpoint.path)
      const named = url.path.filter((part) => part.startsWith(':')).map((part) => part.slice(1))
      expect(url.variable?.map(({ key }) => key) ?? []).toEqual(named)
      expect(body && (JSON.parse(body.raw) as unknown)).toEqual(endpoint.sample?.body)
    }
  })

  it('asks for the token where one is needed, and holds none', () => {
    for (const { request } of exported.item.flatMap((group) => group.item))
      expect(request.auth === undefined).toBe(request.url.raw.includes('/api/user/'))
    expect(exported.variable).toContainEqual({ key: 'token', value: '', type: 'string' })
  })
})
