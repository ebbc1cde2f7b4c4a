import { describe, expect, it } from 'vitest'
import { answerDay, returnSteps, type LineOfReturn } from './returnSteps'
import { RETURN_REASONS, staysWithBuyer, type ReturnReason } from './returns'

/** A Saturday. The studio is closed on Sundays. */
const ASKED = new Date('2026-11-28T10:00:00Z')
const WISHES = ['REFUND', 'REPLACEMENT'] as const
const REASONS = Object.keys(RETURN_REASONS) as ReturnReason[]

const line = (reason: ReturnReason, state: LineOfReturn['state'], title = 'Ivory Plate', quantity = 1) => ({
  title,
  piecesInSet: null,
  quantity,
  pieces: 0,
  reason,
  state,
  isBack: false,
})

const asked = (wish: 'REFUND' | 'REPLACEMENT', ...lines: LineOfReturn[]) =>
  returnSteps({ lines, wish, requestedAt: ASKED }, ASKED)

describe('the day of the answer', () => {
  it.each([
    ['2026-11-23T10:00:00Z', '2026-11-25', 'Monday'],
    ['2026-11-27T10:00:00Z', '2026-11-30', 'Friday'],
    ['2026-11-28T10:00:00Z', '2026-12-01', 'Saturday'],
    ['2026-11-29T10:00:00Z', '2026-12-01', 'Sunday'],
    ['2026-11-28T18:29:00Z', '2026-12-01', 'Saturday, one minute before midnight in India'],
    ['2026-11-29T18:30:00Z', '2026-12-02', 'Monday in India, and Sunday in UTC'],
    ['2026-12-30T10:00:00Z', '2027-01-01', 'the end of a year'],
  ])('for %s is %s (%s)', (at, day) => expect(answerDay(new Date(at))).toBe(day))

  it('is not named once it is over', () => {
    const lines = [line('OTHER', 'REQUESTED')]
    const at = (now: string) => returnSteps({ lines, wish: 'REFUND', requestedAt: ASKED }, new Date(now))
    expect(at('2026-12-01T10:00:00Z')).toContain('until we answer, by Tuesday, 1 Dec.')
    expect(at('2026-12-01T18:30:00Z')).toContain('until we answer, as soon as we can.')
  })
})

const CASES = REASONS.flatMap((reason) => WISHES.map((wish) => [reason, wish] as const))

describe('the steps of a return', () => {
  it.each(CASES)('never ask to send and to throw away the same item: %s, %s', (reason, wish) => {
    const before = asked(wish, line(reason, 'REQUESTED'))
    const isBroken = staysWithBuyer(reason)
    expect(before.includes('You need not send the broken item back.')).toBe(isBroken)
    expect(before.includes('in its box')).toBe(!isBroken)
    expect(before).toContain('until we answer, by Tuesday, 1 Dec.')
    expect(before).toContain(wish === 'REFUND' ? 'we refund the price' : 'we send a free replacement')
    expect(before).not.toContain('throw')

    const lines = [line(reason, isBroken ? 'COMPLETED' : 'ACCEPTED')]
    const replacement = wish === 'REPLACEMENT' ? 'CER-000022' : null
    const after = returnSteps({ lines, wish, requestedAt: ASKED, replacement })
    expect(after.includes('If you throw it away, please wrap it first.')).toBe(isBroken)
    // A cracked cup leaves none.
    expect(before + after).not.toContain('shards')
    expect(after.includes('Please send us the item in its box')).toBe(!isBroken)
    expect(after.includes('CER-000022')).toBe(wish === 'REPLACEMENT')
    expect(after.includes('We refund the price')).toBe(wish === 'REFUND')
    expect(returnSteps({ lines: [line(reason, 'REFUSED')], wish, requestedAt: ASKED })).toBe('')
  })

  it('promise no refund that the shop has requested, and still the one of items that are awaited', () => {
    const settled = (...lines: LineOfReturn[]) =>
      returnSteps({ lines, wish: 'REFUND', requestedAt: ASKED, isSettled: true })
    expect(settled(line('DAMAGED', 'COMPLETED'))).toMatch(/please wrap it first\.$/)
    expect(settled(line('DAMAGED', 'COMPLETED'), line('OTHER', 'ACCEPTED'))).toMatch(
      /We refund the rest when the parcel is here\.$/,
    )
  })

  it('name the items if only some are broken', () => {
    const lines = [line('DAMAGED', 'REQUESTED', 'Ivory Plate', 2), line('WRONG_ITEM', 'REQUESTED', 'Chai Cup')]
    expect(asked('REFUND', ...lines)).toBe(
      'Please keep all items, with 1 × Chai Cup in the box, until we answer, by Tuesday, 1 Dec. ' +
        'You need not send 2 × Ivory Plate back. ' +
        'If we accept, we refund 2 × Ivory Plate at once, and the rest when 1 × Chai Cup is back with us.',
    )
    const accepted = [line('DAMAGED', 'COMPLETED', 'Ivory Plate', 2), line('WRONG_ITEM', 'ACCEPTED', 'Chai Cup')]
    const address = 'Cerashop, 1 Lake Road, Chennai 600004'
    expect(returnSteps({ lines: accepted, wish: 'REFUND', requestedAt: ASKED, number: 'CER-000021', address })).toBe(
      'You need not send 2 × Ivory Plate back. If you throw them away, please wrap them first. ' +
        'Please send us 1 × Chai Cup in the box, to Cerashop, 1 Lake Road, Chennai 600004. Please write the order number CER-000021 on the parcel. ' +
        'We refund 2 × Ivory Plate at once, and the rest when the parcel is here.',
    )
  })

  it.each([
    [[line('OTHER', 'REQUESTED', 'Cup', 3)], 'Please keep the items in their box'],
    [[line('OTHER', 'REQUESTED'), line('CHANGED_MIND', 'REQUESTED')], 'Please keep the items in their box'],
    [[line('DAMAGED', 'REQUESTED'), line('DAMAGED', 'REQUESTED')], 'Please keep the broken items until'],
    [[line('OTHER', 'ACCEPTED', 'Cup', 2), line('DAMAGED', 'REFUSED')], 'Please send us the items in their box.'],
    [[line('OTHER', 'REFUSED'), line('DAMAGED', 'COMPLETED')], 'You need not send the broken item back.'],
    [[line('OTHER', 'COMPLETED')], ''],
    // The parcel came back with the broken item.
    [[{ ...line('DAMAGED', 'COMPLETED'), isBack: true }], ''],
  ])('count the items %#', (lines, text) => {
    const steps = asked('REFUND', ...lines)
    expect(text === '' ? steps === '' : steps.startsWith(text)).toBe(true)
  })
})
