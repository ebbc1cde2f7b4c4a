import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { OrderStatus } from '../../../generated/prisma/enums'
import { startTestApp } from '../../../testing/app'
import { checkOut, newShopper, readOrder } from '../../../testing/data/factories'
import { BOWL } from '../../../testing/data/fixtures'
import { MOVES, moveOrder } from './orderState'
import { withOrder } from './withOrder'

const app = await startTestApp()
const { db } = app.shop

const STATUSES = Object.values(OrderStatus)
const PAIRS = STATUSES.flatMap((from) => STATUSES.map((to) => [from, to] as const))

const shopper = await newShopper(app, { [BOWL]: 1 })
const { id } = (await checkOut(app, shopper)).order

const move = (to: OrderStatus) =>
  db.$transaction(async (tx) =>
    withOrder(tx, id, (order) => moveOrder(app.shop, tx, order, to, { source: 'SHOP', note: `Now ${to}.` })),
  )

/** All statuses that can be reached from `from`, including `from`. */
function reach(from: OrderStatus, found = new Set<OrderStatus>()): Set<OrderStatus> {
  if (found.has(from)) return found
  found.add(from)
  for (const to of MOVES[from]) reach(to, found)
  return found
}

describe('moveOrder', () => {
  it.each(PAIRS)('follows the table when moving from %s to %s', async (from, to) => {
    await db.order.update({ where: { id }, data: { status: from, paymentId: 'pay_some' } })
    const before = await readOrder(app, id)
    if (MOVES[from].includes(to)) {
      const after = await move(to)
      expect(after.status).toBe(to)
      expect(after.events).toHaveLength(before.events.length + 1)
      expect(after.events.at(-1)).toMatchObject({ status: to, note: `Now ${to}.` })
    } else {
      await expect(move(to)).rejects.toThrow(`An order that is ${from} does not become ${to}.`)
      expect(await readOrder(app, id)).toEqual(before)
    }
  })
})

describe('the moves', () => {
  it('reach every status from the two initial ones', () => {
    expect([...new Set([...reach('AWAITING_PAYMENT'), ...reach('CONFIRMED')])].sort()).toEqual([...STATUSES].sort())
  })

  it('match the diagram in docs/orders.md, which also lists every status in its table', () => {
    const text = readFileSync('docs/orders.md', 'utf8')
    const [states] = text.split('\n## ')
    const drawn = [...states!.matchAll(/^ {2}([A-Z_]+) --> ([A-Z_]+)/gm)].map(([, from, to]) => `${from} ${to}`)
    expect(drawn.sort()).toEqual(
      PAIRS.filter(([from, to]) => MOVES[from].includes(to))
        .map((pair) => pair.join(' '))
        .sort(),
    )
    const [, table] = /\n(\| Status [\s\S]+?)\n\n/.exec(text)!
    const rows = [...table!.matchAll(/^\| ([A-Z_]+) /gm)].map(([, status]) => status)
    expect(rows.sort()).toEqual([...STATUSES].sort())
  })

  it('never go back from a refund or a return', () => {
    expect([...reach('REFUND_DUE')]).toEqual(['REFUND_DUE', 'REFUNDED'])
    expect([...reach('RETURNED')]).toEqual(['RETURNED', 'REFUND_DUE', 'REFUNDED'])
  })

  it('never cancel a shipped order', () => {
    expect(reach('SHIPPED')).not.toContain('CANCELLED')
  })
})
