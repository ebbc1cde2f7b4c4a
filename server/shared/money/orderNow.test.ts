import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { orderNow, type BoughtOrder } from './orderNow'
import { nextShare, settledOf } from './refundShare'

const bought = fc
  .record({
    payOnDelivery: fc.boolean(),
    percent: fc.oneof(fc.constant(0), fc.constant(100), fc.integer({ min: 1, max: 99 })),
    giftWrap: fc.constantFrom(0, 30, 49),
    convenienceFee: fc.constantFrom(0, 10),
    lines: fc.array(
      fc
        .record({
          price: fc.oneof(fc.nat(20), fc.nat(5000)),
          quantity: fc.integer({ min: 1, max: 9 }),
          share: fc.nat(9),
        })
        .map(({ price, quantity, share }) => ({ price, quantity, cancelled: share % (quantity + 1) })),
      { minLength: 1, maxLength: 6 },
    ),
  })
  .map(({ percent, lines: drawn, ...order }) => {
    const lines = drawn.map(({ price, ...line }, i) => ({
      ...line,
      id: `${i}`,
      price,
      lineTotal: price * line.quantity,
    }))
    const goods = lines.reduce((sum, { lineTotal }) => sum + lineTotal, 0)
    return { ...order, lines, goods, couponDiscount: Math.floor((goods * percent) / 100) }
  })

/** Null for a line that is not a set. */
const inSet = fc.constantFrom(null, 2, 3, 4, 7, 24)

const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + amount, 0)

/** `whole` paise for weights, one paisa at a time to the line that is furthest below its exact part. */
function sharesOf(whole: number, weights: number[]): number[] {
  const all = sum(weights)
  if (all === 0) return weights.map(() => 0)
  const shares = weights.map((weight) => Number((BigInt(whole) * BigInt(weight)) / BigInt(all)))
  while (sum(shares) < whole) {
    const missing = weights.map((weight, i) => BigInt(whole) * BigInt(weight) - BigInt(shares[i]!) * BigInt(all))
    shares[missing.reduce((best, each, i) => (each > missing[best]! ? i : best), 0)]! += 1
  }
  return shares
}

describe('what an order is now', () => {
  it('agrees with plain arithmetic for any cart, coupon and cancelled pieces', () => {
    fc.assert(
      fc.property(bought, ({ goods, ...order }) => {
        const now = orderNow(order)
        const coupons = sharesOf(order.couponDiscount * 100, order.lines.map(({ lineTotal }) => lineTotal * 100)) // prettier-ignore
        const nets = order.lines.map(({ lineTotal }, i) => lineTotal * 100 - coupons[i]!)
        const wraps = sharesOf(order.giftWrap * 100, nets)
        const charged = nets.map((net, i) => net + wraps[i]!)
        expect(now.lines.map((line) => line.charged)).toEqual(charged)
        const off = sum(order.lines.map(({ cancelled, quantity }, i) => Math.floor((charged[i]! * cancelled) / quantity))) // prettier-ignore
        const whole = (goods - order.couponDiscount + order.giftWrap + order.convenienceFee) * 100
        // Cash is whole rupees, rounded down.
        const cash = Math.floor((whole - off) / 100) * 100
        expect(now.payable).toBe(order.payOnDelivery ? cash : whole)
        expect(now.total).toBe(order.payOnDelivery ? cash : whole - off)
        expect(now.cancelled).toBe(whole - now.total)
        expect(now.rounding).toBe(order.payOnDelivery ? whole - off - cash : 0)
        // Its parts add up.
        expect(now.price - now.coupon + now.giftWrap + now.fee - now.rounding).toBe(now.total)
        expect(now.price).toBe(sum(order.lines.map(({ price, quantity, cancelled }) => price * 100 * (quantity - cancelled)))) // prettier-ignore
        expect(sum(now.lines.map(({ cancelled }) => cancelled))).toBe(now.cancelled)
        for (const [i, line] of now.lines.entries()) {
          expect(line.goods + line.wrap + line.cancelled).toBe(charged[i])
          expect(Math.min(line.goods, line.wrap, line.rounding, line.cancelled)).toBeGreaterThanOrEqual(0)
        }
      }),
      { numRuns: 2000 },
    )
  })

  it('lets the refunds of all pieces, also of sets, add up to what was paid for them, in any sequence', () => {
    fc.assert(
      fc.property(bought, fc.infiniteStream(fc.nat(5)), fc.infiniteStream(inSet), (order, picks, sets) => {
        const now = orderNow(order)
        let back = 0
        for (const [i, { id, quantity, cancelled }] of order.lines.entries()) {
          const line = { id, quantity, charged: now.lines[i]!.charged, piecesInSet: sets.next().value! }
          const each = line.piecesInSet ?? 1
          const unpaid = order.payOnDelivery ? { pieces: cancelled * each, amount: now.lines[i]!.cancelled } : undefined
          const refunds: { state: string; lines: unknown }[] = []
          let left = (order.payOnDelivery ? quantity - cancelled : quantity) * each
          while (left > 0) {
            const wanted = Math.min(left, 1 + picks.next().value!)
            const amount = nextShare(line, settledOf(line, refunds, unpaid), wanted)
            expect(amount).toBeGreaterThanOrEqual(0)
            // As it is stored: whole items, and further single pieces of a set.
            const some = { quantity: Math.floor(wanted / each), ...(each > 1 && { pieces: wanted % each }) }
            refunds.push({ state: 'PROCESSED', lines: [{ lineId: id, ...some, amount }] })
            back += amount
            left -= wanted
          }
        }
        // The wrap of goods that cost nothing belongs to no line.
        const unshared = order.lines.every(({ lineTotal }) => lineTotal === 0) || order.couponDiscount === order.goods
        expect(back).toBe(now.payable - now.fee - (unshared ? order.giftWrap * 100 : 0))
      }),
      { numRuns: 1000 },
    )
  })

  it('rounds the cash at the door down to whole rupees', () => {
    const order: BoughtOrder = {
      payOnDelivery: true,
      couponDiscount: 138,
      giftWrap: 0,
      convenienceFee: 0,
      lines: [
        { id: 'plate', quantity: 2, cancelled: 0, lineTotal: 666 },
        { id: 'bowl', quantity: 1, cancelled: 1, lineTotal: 257 },
      ],
    }
    expect(orderNow(order)).toMatchObject({ payable: 56_600, rounding: 42, cancelled: 21_900, price: 66_600 })
    expect(orderNow({ ...order, payOnDelivery: false })).toMatchObject({ payable: 78_500, total: 56_642, rounding: 0 })
  })
})
