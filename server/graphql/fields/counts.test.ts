import { describe, expect, it } from 'vitest'
import { startTestApp } from '../../testing/app'
import { ask } from '../../testing/calls'
import { checkOut, newShopper, newStaff } from '../../testing/data/factories'
import { BOWL } from '../../testing/data/fixtures'
import { statementsOf } from '../../testing/statements'

const app = await startTestApp()
const { db } = app.shop
const staff = await newStaff(app)
const shopper = await newShopper(app, { [BOWL]: 1 })
const { order } = await checkOut(app, shopper)

const LISTS = [
  ['products', ''],
  ['me { orders', '}'],
  ['office { products', '}'],
  ['office { lowStock', '}'],
  ['office { orders', '}'],
  [`office { customer(id: "${shopper.id}") { orders`, '}}'],
  ['office { audit', '}'],
  ['office { mails', '}'],
] as const

/** The office's own role check counts rows in the account table. */
const isCount = (statement: string) => /^\s*SELECT count\(/i.test(statement) && !/"user_account"/.test(statement)

async function countsOf(text: string): Promise<string[]> {
  const statements = await statementsOf(async () => {
    const { errors } = await ask(app, `{ ${text} }`, { token: staff.token })
    expect(errors).toBeUndefined()
  })
  return statements.filter(isCount)
}

describe('a connection', () => {
  it.each(LISTS)('counts only if the client selects totalCount: %s', async (list, end) => {
    // The public catalogue counts products from cached cells, without a statement.
    const counted = list === 'products' ? 0 : 1
    expect(await countsOf(`${list} { pageInfo { hasNextPage } } ${end}`)).toEqual([])
    expect(await countsOf(`${list} { pageInfo { hasNextPage } totalCount } ${end}`)).toHaveLength(counted)
  })

  it('runs one count for both totalCount and isMore', async () => {
    for (const list of ['orders', 'audit', 'mails'])
      expect(await countsOf(`office { ${list} { totalCount isMore } }`)).toHaveLength(1)
  })

  it('counts all entries that match its own filter', async () => {
    const read = async (text: string) => (await ask(app, `{ office { ${text} } }`, { token: staff.token })).data.office
    const { orders } = await read('orders(first: 1, filter: { status: [AWAITING_PAYMENT] }) { totalCount isMore }')
    expect(orders).toEqual({ totalCount: 1, isMore: false })
    expect((await read('orders(filter: { status: [SHIPPED] }) { totalCount }')).orders.totalCount).toBe(0)
    const { customer } = await read(`customer(id: "${staff.id}") { orders { totalCount isMore } }`)
    expect(customer.orders).toEqual({ totalCount: 0, isMore: false })
  })

  it('stops counting at 1000 and reports that there are more', async () => {
    const entry = { action: 'setStock', subjectType: 'Product', subjectId: BOWL }
    await db.auditEntry.createMany({ data: Array.from({ length: 1000 }, () => entry) })
    const read = async () =>
      (
        await ask(app, '{ office { audit(filter: { subjectKind: PRODUCT }) { totalCount isMore } } }', {
          token: staff.token,
        })
      ).data.office.audit
    expect(await read()).toEqual({ totalCount: 1000, isMore: false })
    await db.auditEntry.create({ data: entry })
    expect(await read()).toEqual({ totalCount: 1000, isMore: true })

    const message = {
      channel: 'mail',
      topic: order.id,
      body: JSON.stringify({ type: 'PAID', at: new Date() }),
      dueAt: new Date(),
    }
    await db.outboxMessage.createMany({
      data: Array.from({ length: 1001 }, (_, i) => ({ ...message, eventId: `${order.id}:${i}` })),
    })
    const { data } = await ask(app, '{ office { mails { totalCount isMore } } }', { token: staff.token })
    expect(data.office.mails).toEqual({ totalCount: 1000, isMore: true })
  })
})
