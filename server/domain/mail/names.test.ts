/** Tests that a name from right to left does not reorder an email's text. */
import { describe, expect, it } from 'vitest'
import { ACCOUNT_WORDS } from './accountWords'
import type { Draft } from './draft'
import { greetingOf } from './greeting'
import { htmlOf } from './html'
import { textOf } from './text'
import { isolate } from '../../shared/isolate'

const draftFor = (name: string): Draft => ({
  ...ACCOUNT_WORDS.INVITATION('Cerashop', {
    firstName: null,
    isUnverified: false,
    isDemo: false,
    staffRole: isolate(name),
  }),
  subject: `Order confirmed, ${isolate(name)}`,
  shopName: 'Cerashop',
  origin: 'https://shop.example',
  greeting: greetingOf(name),
  code: null,
  action: null,
  parcel: null,
  order: {
    number: 'CER-000001',
    lines: [{ text: `2 × ${isolate(name)}`, total: 'Rs. 2' }],
    totals: [{ name: 'Total', amount: 'Rs. 2', isSum: true }],
  },
  footer: [],
  unsubscribeUrl: null,
})

describe('a name from right to left in an email', () => {
  it.each([
    ...['נועה', 'דוד בן־גוריון', 'فاطمة', 'محمد عبد الله', 'یاسمین', 'رُقَيَّة', 'ܡܪܝܡ', 'ޢާއިޝަތު', 'ߊߡߊߘߎ', '𞤀𞤥𞤢𞤣𞤵'],
    'Asha נועה',
  ])('is isolated: %s', (name) => {
    const html = htmlOf(draftFor(name))
    const text = textOf(draftFor(name))
    expect(html).toContain(`Hello <bdi>${name}</bdi>,`)
    expect(html).toContain(`as <bdi>${name}</bdi>. Open the link`)
    expect(html).toContain(`<bdi>${name}</bdi><br />`)
    // A title contains no elements.
    expect(html).toContain(`<title>Order confirmed, \u2068${name}\u2069</title>`)
    expect(html.replace(/<title>.*<\/title>/, '')).not.toMatch(/[\u2066-\u2069]/)
    expect(text).toContain(`Hello \u2068${name}\u2069,`)
    expect(text).toContain(`2 × \u2068${name}\u2069: Rs. 2`)
  })

  it.each(['Asha', 'आशा', 'ஆஷா', 'Łukasz', '玲子', 'Ольга', 'Ὀδυσσεύς', 'สมชาย', "O'Neil", 'Anne-Marie'])(
    'needs no marks from left to right: %s',
    (name) => {
      expect(htmlOf(draftFor(name))).not.toContain('<bdi>')
      expect(textOf(draftFor(name))).not.toMatch(/[\u2066-\u2069]/)
    },
  )

  it('adds no element of its own', () => {
    expect(htmlOf(draftFor('<b>נועה'))).toContain('<bdi>&lt;b&gt;נועה</bdi><br />')
  })
})
