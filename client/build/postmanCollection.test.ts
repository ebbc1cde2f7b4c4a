import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { OPERATIONS } from '../../server/shared/contract/operations'
import { collectionOf, describeContract } from './postmanCollection'

/** The part of Postman's JSON schema, version 2.1.0, that the collection uses. Rejects all other fields. */
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

const exported = collectionOf(await describeContract())
const items = exported.item.flatMap((group) => group.item)

describe('collectionOf', () => {
  it('is a valid v2.1 collection when serialized to JSON', () => {
    const file = JSON.parse(JSON.stringify(exported)) as unknown
    expect(collection.safeParse(file).error).toBeUndefined()
    expect(file).toEqual(exported)
  })

  it('contains every operation, with its parameters and body', () => {
    const endpoints = new Map(Object.values(OPERATIONS).map((each) => [`${each.method} ${each.path}`, each]))
    const calls = items.map(({ request }) => `${request.method} ${request.url.raw.replace('{{baseUrl}}', '')}`)
    expect(calls.toSorted()).toEqual([...endpoints.keys()].toSorted())
    for (const [at, { request }] of items.entries()) {
      const { path, sample } = { sample: undefined, ...endpoints.get(calls[at]!)! } as {
        path: string
        sample?: { params?: Record<string, string>; body?: unknown }
      }
      expect(`/${request.url.path.join('/')}`).toBe(path)
      expect(Object.fromEntries(request.url.variable?.map(({ key, value }) => [key, value]) ?? [])).toEqual(
        sample?.params ?? {},
      )
      expect(request.body && (JSON.parse(request.body.raw) as unknown)).toEqual(sample?.body)
    }
  })

  it('reads the token from a collection variable that is initially empty', () => {
    for (const { request } of items) expect(request.auth === undefined).toBe(request.url.raw.includes('/api/user/'))
    expect(exported.variable).toContainEqual({ key: 'token', value: '', type: 'string' })
  })
})
