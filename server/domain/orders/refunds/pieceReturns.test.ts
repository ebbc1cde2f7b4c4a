import { describe, expect, it } from 'vitest'
import { startTestApp } from '../../../testing/app'
import { actorAs, newDelivered, newShopper, newStaff, readOrder, setStock } from '../../../testing/data/factories'
import { BOWL, CUP } from '../../../testing/data/fixtures'
import { decideReturn, receiveReturn } from '../../office/orders/returnChanges'
import { orderNumber } from '../order'
import { requestReturn } from './returns'

const app = await startTestApp({}, { limits: { holds: { sharePercent: 0 } } })
const { shop } = app

const rejected = (code: string) => expect.objectContaining({ code })
const actor = await actorAs(app, await newStaff(app), 'write_orders')

async function buy(pieces: Record<string, number> = { [BOWL]: 4, [CUP]: 2 }) {
  await setStock(app, { [BOWL]: 50, [CUP]: 50 })
  const shopper = await newShopper(app)
  const order = await newDelivered(app, shopper, pieces)
  return { shopper, id: order.id, number: orderNumber(order), bowls: order.lines[0]!, cups: order.lines[1]! }
}

describe('a return of some pieces', () => {
  it('is accepted, received and counted by line, and the shop owes their share of what was paid', async () => {
    const { shopper, id, number, bowls } = await buy()
    const asked = await requestReturn(shop, shopper, number, {
      reason: 'CHANGED_MIND',
      lines: [{ id: bowls.id, quantity: 1 }],
    })
    expect(asked.status).toBe('RETURN_REQUESTED')
    const accepted = await decideReturn(shop, actor, { number, version: (await readOrder(app, id)).version })
    expect(accepted.status).toBe('RETURN_REQUESTED')
    const stock = (await shop.db.product.findUniqueOrThrow({ where: { id: BOWL } })).stock
    const lines = [{ id: bowls.id, restock: 1 }]
    const received = await receiveReturn(shop, actor, { number, version: accepted.version, lines })
    expect(received.status).toBe('DELIVERED')
    expect(received.lines[0]).toMatchObject({ returned: 1, restocked: 1, asked: 1 })
    expect(received.owedPaise).toBe(Math.floor((bowls.discounted * 100 * 4) / 4))
    expect((await shop.db.product.findUniqueOrThrow({ where: { id: BOWL } })).stock).toBe(stock + 1)
    await expect(
      requestReturn(shop, shopper, number, { reason: 'CHANGED_MIND', lines: [{ id: bowls.id, quantity: 4 }] }),
    ).rejects.toEqual(rejected('INVALID_INPUT'))
  })
})
