import { readFileSync } from 'node:fs'
import { buildSchema, isInputObjectType, isInterfaceType, isObjectType, isScalarType } from 'graphql'
import { describe, expect, it } from 'vitest'
import { createKey } from '../../domain/office/access/apiKeys'
import { confirmPayment } from '../../domain/orders/placement/checkout'
import { orderNumber } from '../../domain/orders/order'
import { dayInIndia } from '../../shared/delivery/delivery'
import { startTestApp } from '../../testing/app'
import { ask } from '../../testing/calls'
import { checkOut, newShopper, newStaff, payFor, readOrder } from '../../testing/data/factories'
import { BOWL } from '../../testing/data/fixtures'

const app = await startTestApp()
const { shop } = app
const staff = await newStaff(app)
const office = (text: string) => ask(app, `{ office { ${text} } }`, { token: staff.token })

/** Each field and input field, with its type. */
const types = Object.values(buildSchema(readFileSync('schema.graphql', 'utf8')).getTypeMap()).filter(
  ({ name }) => !name.startsWith('__'),
)
const owners = types.filter((type) => isObjectType(type) || isInterfaceType(type) || isInputObjectType(type))
const fields = owners.flatMap((type) => Object.values(type.getFields()).map((field) => ({ type, field })))

describe('the schema', () => {
  it('includes the unit in the name of each amount in paise, unless the field is deprecated', () => {
    const unnamed = fields.filter(
      ({ field }) =>
        /paise/i.test(field.description ?? '') && !field.name.endsWith('Paise') && !field.deprecationReason,
    )
    // The descriptions of these fields name the fields in paise, or explain the unit.
    const explained = ['Shop.currency', 'RefundOrderInput.restock', 'Mutation.receiveReturn']
    expect(
      unnamed.map(({ type, field }) => `${type.name}.${field.name}`).filter((name) => !explained.includes(name)),
    ).toEqual([])
  })

  it('names a replacement for each deprecated field, with the same type if the field is an amount', () => {
    const deprecated = fields.filter(({ field }) => field.deprecationReason)
    expect(deprecated.length).toBeGreaterThan(0)
    for (const { type, field } of deprecated) {
      const name = /^Use (\w+): /.exec(field.deprecationReason)?.[1]
      const replacement = type.getFields()[name!]
      expect(replacement, `${type.name}.${field.name}`).toBeDefined()
      if (name!.endsWith('Paise')) expect(String(replacement!.type)).toBe(String(field.type))
    }
  })

  it('links to the specification of each custom scalar', () => {
    const scalars = types
      .filter(isScalarType)
      .filter(({ name }) => !['ID', 'Int', 'Float', 'String', 'Boolean'].includes(name))
    expect(scalars.map(({ name }) => name).sort()).toEqual(['Date', 'DateTime'])
    for (const { specifiedByURL } of scalars) expect(specifiedByURL).toMatch(/^https:\/\//)
  })
})

async function buy() {
  const shopper = await newShopper(app, { [BOWL]: 2 })
  const checkout = await checkOut(app, shopper)
  await confirmPayment(shop, shopper.id, await payFor(app, checkout))
  const order = await readOrder(app, checkout.order.id)
  return { shopper, checkout, number: orderNumber(order), version: order.version, total: order.totalAmount * 100 }
}

const REFUND = `mutation ($input: RefundOrderInput!) { refundOrder(input: $input) {
  order { refundablePaise order { refunds { amountPaise } } refunds { amountPaise } payments { amountPaise refundablePaise } }
  userErrors { code field message } } }`

async function refund({ number, version }: Awaited<ReturnType<typeof buy>>, input: object) {
  const { data } = await ask(app, REFUND, {
    token: staff.token,
    variables: { input: { number, version, reason: 'Chipped.', idempotencyKey: JSON.stringify(input), ...input } },
  })
  return data.refundOrder
}

describe('an amount in paise', () => {
  it('has the value of its row in an invoice, a refund, a payment and the takings', async () => {
    const bought = await buy()
    const amounts = 'taxablePaise cgstPaise sgstPaise igstPaise totalPaise'
    const { data } = await ask(
      app,
      `{ me { order(number: "${bought.number}") { invoice { lines { ${amounts} } total { ${amounts} } } } } }`,
      { token: bought.shopper.token },
    )
    const { lines, total } = data.me.order.invoice
    expect(lines).toEqual([total])
    expect(total.totalPaise).toBe(bought.total)
    expect(total.taxablePaise + total.cgstPaise + total.sgstPaise + total.igstPaise).toBe(bought.total)

    const { order } = await refund(bought, { amountPaise: 5050 })
    expect(order).toEqual({
      refundablePaise: bought.total - 5050,
      order: { refunds: [{ amountPaise: 5050 }] },
      refunds: [{ amountPaise: 5050 }],
      payments: [{ amountPaise: bought.total, refundablePaise: bought.total - 5050 }],
    })

    const today = dayInIndia(new Date())
    const answer = await office(`takings(from: "${today}", to: "${today}") { grossPaise refundsPaise netPaise }`)
    const [day] = answer.data.office.takings
    expect(day.grossPaise).toBeGreaterThanOrEqual(bought.total)
    expect(day.netPaise).toBe(day.grossPaise - day.refundsPaise)
  })

  it('matches the order’s total if it belongs to a payment', async () => {
    const shopper = await newShopper(app, { [BOWL]: 1 })
    const address = await shop.db.address.findFirstOrThrow({ where: { userId: shopper.id } })
    const { data } = await ask(
      app,
      `mutation { startCheckout(addressId: "${address.id}", idempotencyKey: "x") {
        order { priceDetails { totalAmount trace { kind code } } } payment { amount amountPaise } } }`,
      { token: shopper.token },
    )
    const { order, payment } = data.startCheckout
    const amount = order.priceDetails.totalAmount * 100
    expect(payment).toEqual({ amount, amountPaise: amount })
    expect(order.priceDetails.trace.length).toBeGreaterThan(3)
    for (const { kind, code } of order.priceDetails.trace) expect(kind).toBe(code)
  })
})

describe('a refund', () => {
  it('names the field of an amount that it refuses', async () => {
    const bought = await buy()
    for (const input of [{ amountPaise: 0 }, {}])
      expect((await refund(bought, input)).userErrors[0].field).toEqual(['input', 'amountPaise'])
  })
})

describe('an entry in the audit log', () => {
  it('has an enum value for its stored names, or null for names from another version', async () => {
    const bought = await buy()
    await refund(bought, { amountPaise: 100 })
    await shop.db.auditEntry.create({ data: { action: 'repaintShop', subjectType: 'Wall', subjectId: '1' } })
    const kinds = 'nodes { change subjectKind }'
    const { data } = await office(`audit(first: 2) { ${kinds} }`)
    expect(data.office.audit.nodes).toEqual([
      { change: null, subjectKind: null },
      { change: 'REFUND_ORDER', subjectKind: 'ORDER' },
    ])
    const found = (await office(`audit(filter: { subjectKind: ORDER }) { ${kinds} }`)).data.office.audit.nodes
    expect(new Set(found.map(({ subjectKind }: { subjectKind: string }) => subjectKind))).toEqual(new Set(['ORDER']))
  })

  it('shows the current name of its record, and null for an id that it cannot resolve', async () => {
    const shopper = await newShopper(app)
    const { firstName, lastName } = await shop.db.user.findUniqueOrThrow({ where: { id: shopper.id } })
    const { title } = await shop.db.product.findUniqueOrThrow({ where: { id: BOWL } })
    const role = await shop.db.staffRole.findFirstOrThrow({ where: { isOwner: true } })
    const subjects: [type: string, id: string, name: string | null][] = [
      ['User', shopper.id, `${firstName} ${lastName}`],
      ['Product', BOWL, title],
      ['StaffRole', role.id, role.name],
      ['StaffRole', '019afb1e-0000-7000-8000-000000000000', null],
      ['ApiKey', 'not-a-uuid', null],
      ['Order', 'CER-000001', null],
      ['Wall', '1', null],
    ]
    for (const [subjectType, subjectId] of subjects)
      await shop.db.auditEntry.create({ data: { action: 'saveProduct', subjectType, subjectId } })
    const { data } = await office(`audit(first: ${subjects.length}) { nodes { subjectId subjectName } }`)
    expect(data.office.audit.nodes).toEqual(
      subjects.map(([, subjectId, subjectName]) => ({ subjectId, subjectName })).reverse(),
    )
  })

  it('shows the name of an account only to callers who may read customers', async () => {
    const shopper = await newShopper(app)
    await shop.db.auditEntry.create({ data: { action: 'blockCustomer', subjectType: 'User', subjectId: shopper.id } })
    const key = await shop.db.$transaction((tx) =>
      createKey(tx, { name: 'Reader', permissions: ['read_staff'], expiresAt: null }, null),
    )
    const query = '{ office { audit(first: 1) { nodes { subjectId subjectName } } } }'
    const { data } = await ask(app, query, { token: key.secret })
    expect(data.office.audit.nodes).toMatchObject([{ subjectName: null }])
  })
})
