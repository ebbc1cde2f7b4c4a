import { describe, expect, it } from 'vitest'
import type { OrderStatus } from '../../../generated/prisma/client'
import { startTestApp } from '../../../testing/app'
import { ask } from '../../../testing/calls'
import { checkOut, newShopper, payFor, readOrder, setStock } from '../../../testing/data/factories'
import { BOWL } from '../../../testing/data/fixtures'
import { confirmPayment } from '../placement/checkout'
import { actionsOf, returnableUntil } from '../orderActions'
import { orderNumber } from '../order'
import { moveOrder } from '../state/orderState'
import { withOrder } from '../state/withOrder'
import { requestReturn } from './ask'

const app = await startTestApp()
const { shop } = app
const { db } = shop

const DAY_MS = 24 * 3600_000
const rejected = (code: string) => expect.objectContaining({ code })

/** Buys and pays for one bowl. */
async function buy() {
  await setStock(app, { [BOWL]: 5 })
  const shopper = await newShopper(app, { [BOWL]: 1 })
  const checkout = await checkOut(app, shopper)
  const { id } = await confirmPayment(shop, shopper.id, await payFor(app, checkout))
  return { shopper, id, number: orderNumber(checkout.order) }
}

const move = (id: string, ...path: OrderStatus[]) =>
  db.$transaction(async (tx) => {
    for (const status of path)
      await withOrder(tx, id, (order) => moveOrder(shop, tx, order, status, { source: 'SHOP', note: status }))
  })

async function receive() {
  const bought = await buy()
  await move(bought.id, 'SHIPPED', 'DELIVERED')
  const delivered = (await readOrder(app, bought.id)).events.at(-1)!.at
  return { ...bought, delivered }
}

describe('requestReturn', () => {
  it('records the reason and the note, until two weeks after the delivery', async () => {
    const { shopper, id, number, delivered } = await receive()
    const before = await readOrder(app, id)
    expect(returnableUntil(before)).toEqual(new Date(delivered.getTime() + 14 * DAY_MS))
    expect(actionsOf(before)).toEqual(['REQUEST_RETURN', 'BUY_AGAIN', 'INVOICE'])
    const order = await requestReturn(shop, shopper, number, { reason: 'DAMAGED', note: '  The rim is chipped. ' })
    expect(order.status).toBe('RETURN_REQUESTED')
    expect(order.events.at(-1)).toMatchObject({
      status: 'RETURN_REQUESTED',
      source: 'SHOPPER',
      note: 'It arrived broken. “The rim is chipped.”',
    })
    expect(actionsOf(order)).toEqual(['BUY_AGAIN', 'INVOICE'])
  })

  it('requires a note only for the reason OTHER', async () => {
    const { shopper, number } = await receive()
    await expect(requestReturn(shop, shopper, number, { reason: 'OTHER', note: ' ' })).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      inputErrors: [{ field: 'note', message: 'Please enter valid Note' }],
    })
    await expect(requestReturn(shop, shopper, number, { reason: 'NONE' })).rejects.toEqual(rejected('INVALID_INPUT'))
    for (const note of ['x'.repeat(501), 'a null byte: \0'])
      await expect(requestReturn(shop, shopper, number, { reason: 'OTHER', note })).rejects.toEqual(
        rejected('INVALID_INPUT'),
      )
    const order = await requestReturn(shop, shopper, number, { reason: 'CHANGED_MIND' })
    expect(order.events.at(-1)!.note).toBe('I changed my mind.')
  })

  it('is refused as soon as the return window closes, to the millisecond', async () => {
    const { shopper, number, id, delivered } = await receive()
    const end = delivered.getTime() + 14 * DAY_MS
    const at = (ms: number) => requestReturn(shop, shopper, number, { reason: 'DAMAGED' }, new Date(ms))
    await expect(at(end)).rejects.toMatchObject({
      code: 'RETURN_WINDOW_CLOSED',
      message: 'Returns are possible within 14 days of delivery.',
    })
    expect(returnableUntil(await readOrder(app, id), new Date(end))).toBeNull()
    expect((await at(end - 1)).status).toBe('RETURN_REQUESTED')
  })

  it('is refused for a second request, whether concurrent or after the shop refused the first', async () => {
    const { shopper, number, id } = await receive()
    const tries = await Promise.allSettled(
      Array.from({ length: 5 }, () => requestReturn(shop, shopper, number, { reason: 'DAMAGED' })),
    )
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    await move(id, 'DELIVERED')
    await expect(requestReturn(shop, shopper, number, { reason: 'DAMAGED' })).rejects.toEqual(
      rejected('RETURN_ALREADY_REQUESTED'),
    )
    expect(returnableUntil(await readOrder(app, id))).toBeNull()
  })

  it.each([[], ['SHIPPED'], ['REFUND_DUE']] satisfies OrderStatus[][])(
    'is refused if the order was not delivered: %s',
    async (...path) => {
      const { shopper, number, id } = await buy()
      await move(id, ...path)
      await expect(requestReturn(shop, shopper, number, { reason: 'DAMAGED' })).rejects.toEqual(
        rejected('ORDER_NOT_DELIVERED'),
      )
    },
  )

  it("rejects another shopper's order and names the invalid field in GraphQL", async () => {
    const { shopper, number } = await receive()
    const other = await newShopper(app)
    const request = `mutation ($number: String!, $note: String) {
      requestReturn(number: $number, reason: OTHER, note: $note) { order { status deliveredAt returnableUntil } userErrors { code field } }
    }`
    const send = async (token: string, note: string | null) =>
      (await ask(app, request, { token, variables: { number, note } })).data.requestReturn
    expect(await send(other.token, 'x')).toEqual({
      order: null,
      userErrors: [{ code: 'ORDER_NOT_FOUND', field: ['number'] }],
    })
    expect((await send(shopper.token, null)).userErrors).toEqual([{ code: 'INVALID_INPUT', field: ['note'] }])
    expect(await send(shopper.token, 'Too small')).toEqual({
      order: { status: 'RETURN_REQUESTED', deliveredAt: expect.any(String), returnableUntil: null },
      userErrors: [],
    })
  })
})
