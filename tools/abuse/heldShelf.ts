/** The stock that invented shoppers of one network can hold with unpaid checkouts, with the default limits. */
import { randomUUID } from 'node:crypto'
import { ADDRESS, newcomer } from '../../server/testing'
import type { Finding } from './findings'
import { literal, mutate, piecesOn, shelf } from './ordersOnDelivery'
import { startTarget, type Target } from './server'

const ACCOUNTS = 12
/** A cart contains at most this many pieces of a product. */
const MOST_IN_CART = 99

/** Fills a cart with as much of each product as the account can hold, and checks out. Returns false if it can hold nothing. */
async function holdMost(target: Target): Promise<boolean> {
  const { token } = await mutate(target, undefined, 'signup(input: $input) { token }', { input: newcomer() })
  const { addresses } = await mutate(target, token, `addAddress(input: ${literal(ADDRESS)}) { addresses { id } }`)
  const checkOut = () =>
    mutate(
      target,
      token,
      `startCheckout(addressId: "${addresses![0]!.id}", idempotencyKey: "${randomUUID()}") { order { id } userErrors { code possibleQuantity } }`,
    )
  let holds = false
  for (const { id, quantityAvailable } of await shelf(target)) {
    const put = (field: string, quantity: number) =>
      mutate(target, token, `${field}(productId: "${id}", quantity: ${quantity}) { userErrors { code } }`)
    await put('addToCart', Math.min(quantityAvailable, MOST_IN_CART))
    const { order, userErrors } = await checkOut()
    // A replaced order gives its pieces back first, so each checkout contains those of the earlier products too.
    const possible = userErrors[0]?.possibleQuantity ?? 0
    if (order) holds = true
    else if (possible === 0) await mutate(target, token, `removeFromCart(productId: "${id}") { userErrors { code } }`)
    else {
      await put('setCartQuantity', possible)
      if ((await checkOut()).order) holds = true
    }
  }
  return holds
}

export async function heldShelf(): Promise<Finding[]> {
  const target = await startTarget()
  const before = await shelf(target)
  let accounts = 0
  while (accounts < ACCOUNTS && (await holdMost(target))) accounts += 1
  const after = await shelf(target)
  await target.stop()
  const left = new Map(after.map(({ id, quantityAvailable }) => [id, quantityAvailable]))
  const emptied = before.filter(({ id, quantityAvailable }) => quantityAvailable > 1 && !left.get(id))
  console.log(`${accounts} invented shoppers hold ${piecesOn(before) - piecesOn(after)} of ${piecesOn(before)} pieces.`)
  const share = 100 - (100 * piecesOn(after)) / piecesOn(before)
  return [
    { name: 'Stock that invented shoppers hold without paying', value: share, unit: '%', most: 51 },
    { name: 'Products that they sell out', value: emptied.length, unit: 'products', most: 0 },
  ]
}
