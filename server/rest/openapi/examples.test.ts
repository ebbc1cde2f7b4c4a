import { describe, expect, it } from 'vitest'
import { startTestApp } from '../../testing/app'
import { call } from '../../testing/calls'
import { checkOut, fillCart, newShopper, payAtSandbox, type Shopper } from '../../testing/data/factories'
import { BOWL } from '../../testing/data/fixtures'

const app = await startTestApp()

interface Media {
  example?: unknown
  examples?: Record<string, { value: unknown }>
}

interface Operation {
  operationId: string
  security: object[]
  parameters?: { in: string; name: string; example?: string }[]
  requestBody?: { content: Record<string, Media> }
  responses: Record<string, { content?: Record<string, Media> }>
}

const { paths } = (await call(app, 'GET', '/api/openapi.json')).json<{
  paths: Record<string, Record<string, Operation>>
}>()
const operations = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ ...operation, method: method.toUpperCase(), path })),
)

/** The kinds of values that differ between responses. */
const KINDS: [RegExp, string][] = [
  [/^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[\da-f]{4}-[\da-f]{12}$/, 'id'],
  [/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/, 'timestamp'],
  [/^eyJ[\w-]+\.[\w-]+\.[\w-]+$/, 'token'],
  [/^pay_[\da-f]{18}$/, 'payment'],
  [/^order_[\da-f]{18}$/, 'order'],
  [/^[\da-f]{64}$/, 'signature'],
]
const byKind = (answer: unknown): unknown =>
  JSON.parse(JSON.stringify(answer), (_name, value: unknown) =>
    typeof value === 'string' ? (KINDS.find(([pattern]) => pattern.test(value))?.[1] ?? value) : value,
  )

/** Prepares the data that an operation needs, and returns real ids to replace those in the document. */
async function prepare(operationId: string, shopper: Shopper): Promise<Record<string, string>> {
  const ofShopper = { userId: shopper.id }
  if (/^(getCart|changeCartQuantity|removeFromCart)$/.test(operationId)) await fillCart(app, shopper, { [BOWL]: 1 })
  if (operationId === 'getWishlist')
    await call(app, 'POST', '/api/user/wishlist', { ...shopper, body: { product: { _id: BOWL } } })
  await app.shop.db.address.updateMany({ where: ofShopper, data: ASHA })
  if (operationId === 'addAddress') await app.shop.db.address.deleteMany({ where: ofShopper })
  if (operationId !== 'payAtSandbox') return { addressId: shopper.addressId }
  await fillCart(app, shopper, { [BOWL]: 1 })
  return { order: (await checkOut(app, shopper)).payment!.providerOrderId }
}

const ASHA = {
  name: 'Asha Rao',
  street: '12, 4th Cross, Indiranagar',
  city: 'Bengaluru',
  state: 'Karnataka',
  country: 'India',
  zipCode: '560038',
  mobile: '9876543210',
}

describe('the examples of /api/openapi.json', () => {
  it.each(operations)('of $operationId match its real response', async (operation) => {
    const { operationId, method, parameters = [], requestBody, responses, security } = operation
    const shopper = await newShopper(app)
    const made = await prepare(operationId, shopper)
    const path = operation.path.replace(
      /\{(\w+)\}/g,
      (_, name: string) => made[name] ?? parameters.find((each) => each.name === name)!.example!,
    )
    const headers = Object.fromEntries(
      parameters.filter((each) => each.in === 'header' && each.example).map(({ name, example }) => [name, example!]),
    )
    const body = JSON.parse(
      JSON.stringify(requestBody?.content['application/json']?.example ?? null).replace(
        /order_\w{18}/,
        made['order'] ?? '$&',
      ),
    ) as unknown
    const answer = await call(app, method as 'GET', path, {
      headers,
      ...(security.length > 0 && { token: shopper.token }),
      ...(body !== null && { body }),
    })

    const status = Object.keys(responses).find((each) => each.startsWith('2'))!
    // Only the provider can sign a webhook's body.
    if (operationId === 'sandboxWebhook')
      return expect([answer.statusCode, answer.json()]).toEqual([400, exampleOf(responses['400']!)])
    expect(answer.statusCode).toBe(Number(status))
    if (operationId === 'getOpenApiDocument') return
    const example = byKind(exampleOf(responses[status]!)) as Record<string, unknown[]>
    const found = byKind(answer.json()) as Record<string, unknown[]>
    // The example of a catalogue list has a single entry.
    for (const list of ['categories', 'products'])
      if (list in example)
        found[list] = found[list]!.filter((each) => JSON.stringify(example[list]).includes(JSON.stringify(each)))
    expect(found).toEqual(example)
  })

  it('exist for every status of every operation', () => {
    const without = operations.flatMap(({ operationId, responses }) =>
      Object.entries(responses)
        .filter(([, { content }]) => content && !content['application/json']!.examples)
        .map(([status]) => `${operationId} ${status}`),
    )
    expect(without).toEqual(['getOpenApiDocument 200'])
  })

  it('include the response to a declined payment', async () => {
    const shopper = await newShopper(app, { [BOWL]: 1 })
    const declined = await payAtSandbox(app, await checkOut(app, shopper), 'decline')
    const { responses } = paths['/api/payments/sandbox/pay']!['post']!
    expect(byKind(declined.json())).toEqual(byKind(exampleOf(responses['402']!)))
  })
})

const exampleOf = ({ content }: Operation['responses'][string]): unknown =>
  Object.values(content!['application/json']!.examples!)[0]!.value
