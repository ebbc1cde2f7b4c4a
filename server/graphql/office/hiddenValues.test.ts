import { describe, expect, it } from 'vitest'
import { addApiKey } from '../../domain/office/access/apiKeys'
import { orderNumber } from '../../domain/orders/order'
import { startTestApp } from '../../testing/app'
import { ask } from '../../testing/calls'
import { actorAs, checkOut, fillCart, newShopper, newStaff, newStaffAs } from '../../testing/data/factories'
import { BOWL } from '../../testing/data/fixtures'

const app = await startTestApp()
const { db } = app.shop
const owner = await newStaff(app)
const buyer = await newShopper(app)
await db.user.update({ where: { id: buyer.id }, data: { mobile: '9812300099', emailVerifiedAt: new Date() } })
await fillCart(app, buyer, { [BOWL]: 1 })
const number = orderNumber((await checkOut(app, buyer)).order)
const key = { name: 'Courier of Pune', permissions: ['write_orders'] }
const { secret } = await addApiKey(app.shop, await actorAs(app, owner, 'write_keys'), key)

async function askWith(permissions: string[], query: string) {
  const name = permissions.join(' ')
  await db.staffRole.upsert({ where: { name }, create: { name, permissions }, update: {} })
  const { token } = await newStaffAs(app, name)
  const { data, errors } = await ask(app, query, { token })
  expect(errors).toBeUndefined()
  return data.office
}

describe('the log of changes', () => {
  const NOTE = 'She asked for a blue one.'
  const add = `mutation { addOrderNote(number: "${number}", text: "${NOTE}") { userErrors { code } } }`

  it('does not contain the text of notes, because it outlives a deleted account', async () => {
    const { data } = await ask(app, add, { token: secret })
    expect(data.addOrderNote.userErrors).toEqual([])
    expect(JSON.stringify(await db.auditEntry.findMany())).not.toContain(NOTE)
  })

  it('shows values, and the names of keys, only to those who may read them elsewhere', async () => {
    await ask(app, `mutation { blockCustomer(customerId: "${buyer.id}", blocked: true) { userErrors { code } } }`, {
      token: owner.token,
    })
    const LOG = '{ office { audit(first: 50) { nodes { change actor { name } before after } } } }'
    const log = async (...permissions: string[]) => {
      const nodes: { change: string; actor: { name: string }; before: unknown; after: unknown }[] = (
        await askWith(permissions, LOG)
      ).audit.nodes
      const of = (change: string) => nodes.find((node) => node.change === change)!
      return {
        author: of('ADD_ORDER_NOTE').actor.name,
        key: of('ADD_API_KEY').after,
        block: [of('BLOCK_CUSTOMER').before, of('BLOCK_CUSTOMER').after],
      }
    }
    const shownKey = JSON.stringify({ name: key.name, permissions: ['write_orders', 'read_orders'] })
    const shownBlock = ['{"blocked":false}', '{"blocked":true}']
    const hidden = { author: 'API key', key: null, block: [null, null] }
    expect(await log('read_staff')).toEqual(hidden)
    expect(await log('read_staff', 'read_keys')).toEqual({ ...hidden, author: `API key ${key.name}`, key: shownKey })
    expect(await log('read_staff', 'read_customers')).toEqual({ ...hidden, block: shownBlock })
  })

  it('shows no values of changes that this release does not know', async () => {
    const data = { action: 'paintShop', subjectType: 'Shop', subjectId: '1', after: { colour: 'blue' } }
    const { id } = await db.auditEntry.create({ data })
    const { data: seen } = await ask(app, '{ office { audit(first: 50) { nodes { id after } } } }', {
      token: owner.token,
    })
    expect(seen.office.audit.nodes).toContainEqual({ id, after: null })
  })
})

describe('an order in the office', () => {
  const QUERY = `{ office { order(number: "${number}") {
    customer { firstName email mobile emailVerifiedAt } notes { author { name } } } } }`

  it('shows the buyer’s account, but not its mobile number, to those who may not read customers', async () => {
    const packer = (await askWith(['read_orders'], QUERY)).order
    expect(packer.customer).toMatchObject({ email: buyer.email, mobile: null, emailVerifiedAt: null })
    expect(packer.notes).toEqual([{ author: { name: 'API key' } }])
    const manager = (await askWith(['read_orders', 'read_customers', 'read_keys'], QUERY)).order
    expect(manager.customer).toMatchObject({ mobile: '9812300099', emailVerifiedAt: expect.any(String) })
    expect(manager.notes).toEqual([{ author: { name: `API key ${key.name}` } }])
  })
})
