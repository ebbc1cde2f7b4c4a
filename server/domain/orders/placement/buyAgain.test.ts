import { describe, expect, it } from 'vitest'
import { startTestApp, withLimits } from '../../../testing/app'
import { ask } from '../../../testing/calls'
import { checkOut, fillCart, newShopper, setStock, stockOf } from '../../../testing/data/factories'
import { BOWL, CUP } from '../../../testing/data/fixtures'
import { clearCart, getCart } from '../../cart/cart'
import { buyAgain } from './buyAgain'
import { cancelCheckout } from './checkout'
import { orderNumber } from '../order'

const app = await startTestApp()
const { shop } = app
const { db } = shop

const PLANTER = 'white-fluted-planter'

/** Places an order for the wanted products, cancels it and clears the cart. */
async function order(wanted: Record<string, number>) {
  await setStock(app, { [BOWL]: 40, [CUP]: 40, [PLANTER]: 40 })
  const shopper = await newShopper(app, wanted)
  const checkout = await checkOut(app, shopper)
  await cancelCheckout(shop, shopper, checkout.order.id)
  await clearCart(shop, shopper)
  return { shopper, number: orderNumber(checkout.order) }
}

const linesOf = async (id: string) =>
  Object.fromEntries((await getCart(shop, id)).lines.map(({ productId, quantity }) => [productId, quantity]))

describe('buyAgain', () => {
  it('adds all lines to the cart at their current price and takes no stock', async () => {
    const { shopper, number } = await order({ [BOWL]: 2, [CUP]: 3 })
    const { cart, notAdded } = await buyAgain(shop, shopper, number)
    expect(notAdded).toEqual([])
    expect(cart.lines.map(({ productId, quantity }) => [productId, quantity])).toEqual([
      [BOWL, 2],
      [CUP, 3],
    ])
    expect(cart.lines.every(({ priceWhenAdded, product }) => priceWhenAdded === product.discounted)).toBe(true)
    expect(await stockOf(app, BOWL)).toBe(40)
  })

  it('adds the lines once when several calls run at the same time, and never lowers a quantity', async () => {
    const { shopper, number } = await order({ [BOWL]: 2, [CUP]: 3 })
    await fillCart(app, shopper, { [BOWL]: 1, [CUP]: 5 })
    await Promise.all(Array.from({ length: 5 }, () => buyAgain(shop, shopper, number)))
    expect(await linesOf(shopper.id)).toEqual({ [BOWL]: 2, [CUP]: 5 })
    const { version } = await getCart(shop, shopper.id)
    expect((await buyAgain(shop, shopper, number)).cart.version).toBe(version)
  })

  it('adds at most the available stock and lists the lines that it could not add', async () => {
    const { shopper, number } = await order({ [BOWL]: 4, [CUP]: 3, [PLANTER]: 2 })
    await setStock(app, { [BOWL]: 1, [CUP]: 0 })
    await db.orderLine.updateMany({ where: { productId: PLANTER }, data: { productId: null } })
    const titles = await db.product.findMany({ where: { id: { in: [BOWL, CUP, PLANTER] } } })
    const titleOf = (id: string) => titles.find((product) => product.id === id)!.title
    const { notAdded } = await buyAgain(shop, shopper, number)
    expect(await linesOf(shopper.id)).toEqual({ [BOWL]: 1 })
    expect(notAdded).toEqual([
      { title: titleOf(BOWL), quantity: 3, reason: 'FEWER_LEFT', message: `Only 1 left of ${titleOf(BOWL)}.` },
      { title: titleOf(CUP), quantity: 3, reason: 'SOLD_OUT', message: `${titleOf(CUP)} is sold out.` },
      {
        title: `${titleOf(PLANTER)}, 16 cm`,
        quantity: 2,
        reason: 'GONE',
        message: `${titleOf(PLANTER)}, 16 cm is no longer in the shop.`,
      },
    ])
  })

  it('stops adding lines when the cart is full, but still increases existing lines', async () => {
    const { shopper, number } = await order({ [BOWL]: 2, [CUP]: 3 })
    await fillCart(app, shopper, { [CUP]: 1 })
    const small = withLimits(shop, { 'lists.cartLines': 1 })
    const { notAdded } = await buyAgain(small, shopper, number)
    expect(notAdded.map(({ reason, quantity }) => [reason, quantity])).toEqual([['CART_FULL', 2]])
    expect(await linesOf(shopper.id)).toEqual({ [CUP]: 3 })
  })

  it("rejects another shopper's order and returns the cart in GraphQL", async () => {
    const { shopper, number } = await order({ [BOWL]: 2 })
    await setStock(app, { [BOWL]: 1 })
    const again = `mutation { buyAgain(number: "${number}") {
      cart { totalQuantity } notAdded { quantity reason } userErrors { code field } } }`
    expect((await ask(app, again, await newShopper(app))).data.buyAgain).toEqual({
      cart: null,
      notAdded: null,
      userErrors: [{ code: 'ORDER_NOT_FOUND', field: ['number'] }],
    })
    expect((await ask(app, again, shopper)).data.buyAgain).toEqual({
      cart: { totalQuantity: 1 },
      notAdded: [{ quantity: 1, reason: 'FEWER_LEFT' }],
      userErrors: [],
    })
  })
})
