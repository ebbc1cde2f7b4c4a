import { randomUUID } from 'node:crypto'
import { print } from 'graphql'
import { describe, expect, it } from 'vitest'
import { orderNumber, type Order } from '../domain/orders/order'
import { startTestApp } from '../testing/app'
import { ask } from '../testing/calls'
import { checkOut, fillCart, newShopper, newStaff, type Shopper } from '../testing/data/factories'
import { type OwnOperation, readOwnOperations } from '../testing/ownOperations'
import { statementsOf } from '../testing/statements'

const app = await startTestApp()
const { shop } = app
const productIds = (await shop.db.product.findMany({ where: { stock: 40 }, take: 10 })).map(({ id }) => id)

/** A shopper with `count` items in each list, and the number of an order with `count` lines. */
async function shopperWith(count: number): Promise<Shopper & { number: string; order: Order }> {
  const shopper = await newShopper(app)
  const chosen = productIds.slice(0, count)
  await fillCart(app, shopper, Object.fromEntries(chosen.map((id) => [id, 1])))
  const own = { userId: shopper.id }
  await shop.db.wishlistItem.createMany({ data: chosen.map((productId) => ({ ...own, productId, priceWhenAdded: 1 })) })
  const { id: _id, isDefault: _isDefault, ...address } = await shop.db.address.findFirstOrThrow({ where: own })
  await shop.db.address.createMany({ data: Array.from({ length: count - 1 }, () => address) })
  const orders = []
  for (let i = 0; i < count; i++) orders.push((await checkOut(app, shopper)).order)
  const order = orders.at(-1)!
  return { ...shopper, order, number: orderNumber(order) }
}

const [few, many] = [await shopperWith(1), await shopperWith(10)]
const staff = await newStaff(app)

/** The key in an email's link to its order, or to the reviews. */
const keyOf = ({ order: { id: orderId } }: { order: { id: string } }, links = shop.orderLinks): string =>
  links.sign({ orderId, generation: 0, issuedAt: new Date() })

/** A value for a variable, chosen by its type, or by its name if the type is ambiguous. */
function valueFor(type: string, name: string, count: number): unknown {
  const values: Record<string, unknown> = {
    ID: name === 'customerId' ? (count === 1 ? few : many).id : productIds[0],
    '[ID]': productIds.slice(0, count),
    Int: name === 'page' ? 1 : count,
    String:
      name === 'key' ? keyOf(count === 1 ? few : many) : name === 'number' ? (count === 1 ? few : many).number : 'e',
    ProductFilter: {},
    ProductSort: 'FEATURED',
    OfficeOrderFilter: {},
    OfficeOrderSort: 'NEWEST',
    OfficeAuditFilter: {},
    OfficeMailState: null,
    OfficeReviewFilter: {},
    ReviewSort: 'NEWEST',
    OfficeWebhookState: null,
    Boolean: true,
    // The same date for both ends of a range, so the range is a single day.
    Date: '2026-11-22',
    OfficeProductFilter: {},
    OfficeProductSort: 'CATALOGUE',
    OfficeSalesBy: 'VARIANT',
    '[OrderStatus]': ['PAID', 'CONFIRMED'],
    '[ReturnLineInput]': (count === 1 ? few : many).order.lines.map(({ id }) => ({ id, quantity: 1, reason: 'OTHER' })),
  }
  const bare = type.replaceAll('!', '')
  if (!(bare in values)) throw new Error(`This test has no value for $${name}: ${type}.`)
  return values[bare]
}

function asked({ operation, text }: OwnOperation, count: number) {
  const variables = Object.fromEntries(
    (operation.variableDefinitions ?? []).flatMap(({ variable: { name }, type }) =>
      // Omits cursors, because the first page is the longest.
      name.value === 'after' ? [] : [[name.value, valueFor(print(type), name.value, count)]],
    ),
  )
  if (text.includes('reviewsByLink')) variables['key'] = keyOf(count === 1 ? few : many, shop.reviewLinks)
  const person = isOffice(text) ? staff : count === 1 ? few : many
  return { token: person.token, variables }
}

async function statementsFor(operation: OwnOperation, count: number) {
  return statementsOf(async () => {
    const { data, errors } = await ask(app, operation.text, asked(operation, count))
    expect(errors).toBeUndefined()
    for (const field of Object.values(data)) expect(field).not.toBeNull()
  })
}

/** Far fewer than one statement for each of ten lines. */
const MOST = 8
/** The export reads each kind of data about a person. */
const MAX_OF_EXPORT = 9
/** Office pages read several lists in one query. */
const MAX_OF_OFFICE = 19
const isOffice = (text: string): boolean => /^ {2}office\b/m.test(text)
const mostOf = ({ name, text }: { name: string; text: string }): number =>
  isOffice(text) ? MAX_OF_OFFICE : name === 'AccountExportQuery' ? MAX_OF_EXPORT : MOST

describe('the number of SQL statements', () => {
  const operations = readOwnOperations().filter(({ operation }) => operation.operation === 'query')

  it('is checked for the queries of all pages', () => {
    const names = operations.map(({ name }) => name)
    expect(names).toEqual(
      expect.arrayContaining(['HomePageQuery', 'ProductsPageQuery', 'ShopperQuery', 'OrdersPageQuery']),
    )
  })

  it.each(operations)('is small for $name, and no higher with ten items than with one', async (operation) => {
    const [one, ten] = [await statementsFor(operation, 1), await statementsFor(operation, 10)]
    expect(one.length).toBeLessThanOrEqual(mostOf(operation))
    // Variants are read for all products with one more statement. The one item may have none.
    expect(ten.length).toBeLessThanOrEqual(one.length + 1)
  })

  it.each([
    // Statements: the viewer, the addresses, and the cart.
    ['CartPageQuery', {}, 3],
    // Statements: the viewer, a page of orders, and their count.
    ['OrdersPageQuery', {}, 3],
    // The viewer; BEGIN, the key, cart, line, cart, the key, COMMIT.
    ['AddToCart', { variantId: productIds[0], quantity: 1, idempotencyKey: randomUUID() }, 8],
    ['ChangeCartQuantity', { productId: productIds[0], action: 'INCREMENT', idempotencyKey: randomUUID() }, 8],
    // This mutation has no idempotency key, so it runs two statements fewer.
    ['SetCartQuantity', { productId: productIds[0], quantity: 5 }, 6],
  ])('is the minimum for %s as the client sends it', async (name, variables, count) => {
    const { text } = readOwnOperations().find((each) => each.name === name)!
    const statements = await statementsOf(async () => {
      const { data, errors } = await ask(app, text, { token: many.token, variables })
      expect(errors).toBeUndefined()
      for (const payload of Object.values(data as Record<string, { userErrors?: unknown }>))
        expect(payload.userErrors ?? []).toEqual([])
    })
    expect(statements).toHaveLength(count)
  })

  it('includes the statements of personal queries', async () => {
    const shopperQuery = operations.find(({ name }) => name === 'ShopperQuery')!
    expect((await statementsFor(shopperQuery, 10)).length).toBeGreaterThanOrEqual(3)
  })
})
