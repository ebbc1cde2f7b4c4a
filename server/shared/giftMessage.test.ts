import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { giftCharacters, MAX_GIFT_CHARACTERS, MAX_GIFT_UNITS, whyNotGift } from './giftMessage'
import { cartChoicesInput } from './validation'

const isValid = (giftMessage: string) => cartChoicesInput.safeParse({ giftMessage }).success

describe('a gift message', () => {
  it.each([
    ['a', 1],
    ['🎁', 1],
    ['👨‍👩‍👧‍👦', 1],
    ['👩🏽‍❤️‍💋‍👨🏿', 1],
    ['🇮🇳', 1],
    ['🏴󠁧󠁢󠁳󠁣󠁴󠁿', 1],
    ['é', 1],
    ['नमस्ते', 3],
    ['வாழ்த்துக்கள்', 7],
    ['a\r\nb', 3],
    [' Happy  birthday! ', 15],
    ['', 0],
  ])('%j has the characters that a person sees', (text, count) => {
    expect(giftCharacters(text)).toBe(count)
    expect(isValid(text)).toBe(true)
  })

  it.each(['x', '🎁', '👨‍👩‍👧‍👦', '👩🏽‍❤️‍💋‍👨🏿', '🇮🇳', '🏴󠁧󠁢󠁳󠁣󠁴󠁿', 'क्षि'])('may have 300 times %j', (character) => {
    expect(giftCharacters(character.repeat(MAX_GIFT_CHARACTERS))).toBe(MAX_GIFT_CHARACTERS)
    expect(whyNotGift(character.repeat(MAX_GIFT_CHARACTERS))).toBeNull()
  })

  it.each([
    ['x'.repeat(301), 'at most 300 characters. It has 301.'],
    ['👨‍👩‍👧‍👦'.repeat(301), 'at most 300 characters. It has 301.'],
    ['क्षि'.repeat(400), 'at most 300 characters. It has 400.'],
    ['x\n'.repeat(13), 'at most 12 lines. It has 13.'],
    ['a\n\n'.repeat(7), 'at most 12 lines. It has 13.'],
    [Array.from({ length: 60 }, (_, i) => `${i}`).join('\r'), 'at most 12 lines. It has 60.'],
    [Array.from({ length: 60 }, (_, i) => `${i}`).join('\u2028'), 'at most 12 lines. It has 60.'],
    [`a${'\u0301'.repeat(6000)}`, 'at most 300 characters.'],
    [' '.repeat(MAX_GIFT_UNITS + 1), 'at most 300 characters.'],
    ['a\u0007b', 'cannot be printed'],
    ['a\0', 'cannot be printed'],
  ])('is refused with a reason (case %#)', (text, reason) => {
    expect(whyNotGift(text)).toContain(reason)
    expect(isValid(text)).toBe(false)
  })

  it('has one rule for the form and the server', () => {
    const text = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 400 }),
      fc.string({ unit: 'binary', maxLength: 400 }),
      fc.array(fc.constantFrom('a', 'b', '\n', '👍🏽'), { maxLength: 330 }).map((each) => each.join('')),
    )
    fc.assert(
      fc.property(text, (message) => {
        expect(isValid(message)).toBe(whyNotGift(message) === null)
      }),
    )
  })

  it('is refused before any work on a long text', () => {
    const began = performance.now()
    expect(isValid('a\u0301\u200d'.repeat(1_000_000))).toBe(false)
    expect(performance.now() - began).toBeLessThan(1000)
  })
})
