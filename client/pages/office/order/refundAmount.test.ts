import { describe, expect, it } from 'vitest'
import { asksForRestock, owedPieces, paiseOf, priceOfPieces, restockedItems } from './refundAmount'

type Office = Parameters<typeof restockedItems>[0]

const item = (id: string, quantity: number, lineTotal: number) => ({
  id,
  quantity,
  lineTotal,
  piecesInSet: null,
  cancelled: 0,
  returned: 0,
  returnedPieces: 0,
})

/** Three plates and a jar, with a coupon of Rs. 39 and gift wrap for Rs. 30. */
const office = ({
  payOnDelivery = false,
  status = 'DELIVERED',
  first = {},
  refunds = [] as unknown[],
  restockable = [
    ['a', 3],
    ['b', 1],
  ] as [string, number][],
} = {}): Office =>
  ({
    order: {
      payOnDelivery,
      status,
      items: [{ ...item('a', 3, 300), ...first }, item('b', 1, 90)],
      priceDetails: { couponDiscount: 39, giftWrap: 30, convenienceFee: 0 },
    },
    refunds,
    restockable: restockable.map(([lineId, quantity]) => ({ lineId, quantity })),
  }) as unknown as Office

const refund = (state: string, due: number, pieces = 0) => ({
  state,
  lines: [{ lineId: 'a', quantity: pieces > 0 ? 0 : 1, pieces, due, duePieces: pieces, pricePaise: 9769 }],
})
const one = new Map([['a', 1]])

describe('the price of pieces', () => {
  it('includes their shares of the coupon and of the gift wrap', () => {
    // 300 - 30 + 23.08 for the three, 90 - 9 + 6.92 for the jar
    expect(priceOfPieces(office(), one)).toBe(9769)
    expect(priceOfPieces(office(), new Map([...one, ['b', 1]]))).toBe(9769 + 8792)
  })

  it('adds up to the price of the line if its pieces are refunded one after another', () => {
    const after = priceOfPieces(office({ refunds: [refund('PROCESSED', 1), refund('FAILED', 1)] }), one)
    const last = priceOfPieces(
      office({ payOnDelivery: true, first: { cancelled: 1 }, refunds: [refund('REQUESTED', 0)] }),
      one,
    )
    // Without the first plate, 283.31 are due. The shop took off 31 paise, of which 21 belong to the plates.
    expect(9769 + after + last).toBe(30_000 - 3000 + 2308 - 21)
  })
})

describe('the question whether items return to stock', () => {
  const returned = { first: { returned: 2 } }
  it.each<[boolean, string, 'whole' | 'lines' | 'amount', Record<string, number>, Parameters<typeof office>[0]]>([
    [true, 'the whole order', 'whole', {}, returned],
    [false, 'an amount', 'amount', {}, returned],
    [false, 'items that came back', 'lines', { a: 2, b: 0 }, returned],
    [true, 'more items than came back', 'lines', { a: 3 }, returned],
    [true, 'another line', 'lines', { a: 2, b: 1 }, returned],
    [true, 'items that are kept', 'lines', { a: 1 }, {}],
    [true, 'items that staff still choose', 'lines', {}, returned],
    [false, 'the whole order if nothing can return', 'whole', {}, { restockable: [] }],
    [false, 'items of a line that is back in stock', 'lines', { a: 2 }, { restockable: [['b', 1]] }],
    [false, 'any items if nothing can return', 'lines', {}, { restockable: [] }],
  ])('is %s for %s', (asked, _, way, pieces, order) =>
    expect(asksForRestock(office(order), { way, pieces })).toBe(asked),
  )
})

describe('the items that return to stock', () => {
  const cancelled = { status: 'PAID', first: { cancelled: 1 }, restockable: [['a', 2]] as [string, number][] }
  it.each<[number, string, [string, number][] | null, Parameters<typeof office>[0]]>([
    [4, 'of the whole order', null, {}],
    [1, 'of the whole order, without those that are back in stock', null, { restockable: [['a', 1]] }],
    [2, 'of lines', [['a', 2]], {}],
    [
      1,
      'of lines, without those that are back in stock',
      [
        ['a', 3],
        ['b', 1],
      ],
      { restockable: [['a', 1]] },
    ],
    [0, 'of a cancelled item before the shipment', [['a', 1]], cancelled],
    [2, 'of a line that was cancelled in part', [['a', 3]], cancelled],
  ])('are %s %s', (count, _, lines, given) => {
    expect(restockedItems(office(given), lines && lines.map(([id, quantity]) => ({ id, quantity })))).toBe(count)
  })
})

describe('the pieces that the shop owes', () => {
  it.each<[string, Parameters<typeof office>[0], Record<string, number>]>([
    ['none', {}, {}],
    ['returned ones', { first: { returned: 2 } }, { a: 2 }],
    ['cancelled ones of a paid order', { first: { cancelled: 1, returned: 1 } }, { a: 2 }],
    ['none that were cancelled before they were paid', { payOnDelivery: true, first: { cancelled: 1 } }, {}],
    ['none that were refunded', { first: { returned: 1 }, refunds: [refund('REQUESTED', 1)] }, {}],
    ['all after a refund for kept pieces', { first: { returned: 2 }, refunds: [refund('PROCESSED', 0)] }, { a: 2 }],
    ['at most what can be refunded', { first: { returned: 3 }, refunds: [refund('PROCESSED', 0)] }, { a: 2 }],
    ['single ones of a set', { first: { piecesInSet: 4, returned: 1, returnedPieces: 2 } }, { a: 6 }],
    ['all items of cancelled sets', { first: { piecesInSet: 4, cancelled: 2 } }, { a: 8 }],
    [
      'none of a set that were refunded singly',
      { first: { piecesInSet: 4, returnedPieces: 3 }, refunds: [refund('PROCESSED', 0, 2)] },
      { a: 1 },
    ],
  ])('are %s', (_, given, owed) => expect(owedPieces(office(given))).toEqual(owed))
})

describe('a typed amount', () => {
  it.each([
    ['270', 27_000],
    ['1,270.5', 127_050],
    [' 0.10 ', 10],
    ['0', null],
    ['-3', null],
    ['2.505', null],
    ['ten', null],
  ])('%s is %s paise', (text, paise) => {
    expect(paiseOf(text)).toBe(paise)
  })
})
