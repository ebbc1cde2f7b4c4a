import { describe, expect, it } from 'vitest'
import { startTestApp } from '../../testing/app'
import { ask, call } from '../../testing/calls'
import { checkOut, fillCart, newShopper, payFor, setStock } from '../../testing/data/factories'
import { BOWL, CUP } from '../../testing/data/fixtures'
import { eventually } from '../../testing/statements'
import { addToWishlist } from '../cart/wishlist'
import { addToCart } from '../cart/cart'
import { confirmPayment } from '../orders/placement/checkout'
import { orderNumber } from '../orders/order'

const app = await startTestApp()
const { db } = app.shop
const PLATE = 'stone-grey-platter'

const hide = (id: string, hidden = true) =>
  db.product.update({ where: { id }, data: { hiddenAt: hidden ? new Date() : null } })

describe('a hidden product', async () => {
  await setStock(app, { [BOWL]: 40, [CUP]: 40 })
  const shopper = await newShopper(app, { [CUP]: 1 })
  const checkout = await checkOut(app, shopper)
  await confirmPayment(app.shop, shopper.id, await payFor(app, checkout))
  await fillCart(app, shopper, { [CUP]: 2, [BOWL]: 1 })
  await addToWishlist(app.shop, shopper, { productId: CUP })
  // Fills every cache.
  const everywhere = async (): Promise<string> => {
    const { data } = await ask(
      app,
      `{ products(first: 100) { totalCount nodes { id } facets { categories { category { id } count } } }
         found: products(filter: { search: "celadon" }) { totalCount nodes { id } }
         close: products(filter: { search: "celedon" }) { totalCount nodes { id } }
         suggestions(text: "celadon") { id } product(id: "${CUP}") { id } node(id: "${CUP}") { id }
         categories { id productCount }
         companions: product(id: "speckled-oat-tumbler") { related(first: 50) { id } } }`,
    )
    const rest = await call(app, 'GET', '/api/products')
    const sitemap = await call(app, 'GET', '/sitemap.xml')
    return JSON.stringify(data) + rest.body + sitemap.body
  }
  const before = await everywhere()

  it('is shown in many places before it is hidden', () => {
    expect(before.split(CUP).length).toBeGreaterThan(8)
    expect(before).toContain('"totalCount":22')
  })

  it('disappears immediately from lists, counts, search, suggestions, nodes and the sitemap', async () => {
    await hide(CUP)
    const after = await eventually(everywhere, (text) => !text.includes(CUP))
    expect(after).not.toContain(CUP)
    expect(after).toContain('"totalCount":21')
    const counted = (text: string) => Number(/"id":"cups","productCount":(\d+)/.exec(text)![1])
    expect(counted(after)).toBe(counted(before) - 1)
    expect((await call(app, 'GET', `/api/products/${CUP}`)).statusCode).toBe(404)
  })

  it('cannot be added to a cart or a wishlist', async () => {
    const other = await newShopper(app)
    await expect(addToCart(app.shop, other, { productId: CUP })).rejects.toMatchObject({ code: 'PRODUCT_NOT_FOUND' })
    // Also refused if the product is already in the cart.
    await expect(addToCart(app.shop, shopper, { productId: CUP })).rejects.toMatchObject({
      code: 'PRODUCT_NOT_FOUND',
    })
    await expect(addToWishlist(app.shop, other, { productId: CUP })).rejects.toMatchObject({
      code: 'PRODUCT_NOT_FOUND',
    })
  })

  it('stays in carts and on wishlists as unavailable, with a warning', async () => {
    const { data } = await ask(
      app,
      `{ me { cart { warnings { code message productId } items { product { id availableForSale quantityAvailable } } }
             wishlist { product { id availableForSale } } } }`,
      { token: shopper.token },
    )
    expect(data.me.cart.warnings).toEqual([
      { code: 'NOT_ENOUGH_STOCK', message: 'Celadon Chai Cup is not available at the moment.', productId: CUP },
    ])
    expect(data.me.cart.items).toContainEqual({
      product: { id: CUP, availableForSale: false, quantityAvailable: 0 },
    })
    expect(data.me.wishlist).toEqual([{ product: { id: CUP, availableForSale: false } }])
  })

  it('is refused by the checkout, which takes no stock', async () => {
    await expect(checkOut(app, shopper)).rejects.toMatchObject({
      code: 'OUT_OF_STOCK',
      message: 'Celadon Chai Cup is not available at the moment. Please remove it from the cart.',
    })
    expect((await db.product.findUniqueOrThrow({ where: { id: BOWL } })).stock).toBe(40)
  })

  it('stays on orders and cannot be bought again', async () => {
    const number = orderNumber(checkout.order)
    const { data } = await ask(
      app,
      `mutation { buyAgain(number: "${number}") { notAdded { reason } cart { items { product { id } } } } }`,
      { token: shopper.token },
    )
    expect(data.buyAgain.notAdded).toEqual([{ reason: 'GONE' }])
    const order = await ask(app, `{ me { order(number: "${number}") { items { title product { id } } } } }`, {
      token: shopper.token,
    })
    expect(order.data.me.order.items).toEqual([{ title: 'Celadon Chai Cup', product: null }])
  })

  it('reappears everywhere when it is shown again', async () => {
    await hide(CUP, false)
    expect(await eventually(everywhere, (text) => text === before)).toBe(before)
  })
})

describe("a product's version", () => {
  const versionOf = async () => (await db.product.findUniqueOrThrow({ where: { id: PLATE } })).version

  it('increases with every change to its record, but not to its stock', async () => {
    const first = await versionOf()
    await db.product.update({ where: { id: PLATE }, data: { stock: 3 } })
    expect(await versionOf()).toBe(first)
    await db.$executeRaw`UPDATE product SET title = title WHERE id = ${PLATE}`
    expect(await versionOf()).toBe(first + 1)
  })
})
