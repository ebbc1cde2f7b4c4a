import { describe, expect, it } from 'vitest'
import { shipmentInput } from '../officeInput'
import { COURIERS, isUnusual, trackingLink } from './couriers'

describe('trackingLink', () => {
  it.each([
    ['Delhivery', '14321501234567', 'https://www.delhivery.com/track-v2/package/14321501234567'],
    [
      'Blue Dart',
      '77937279125',
      'https://www.bluedart.com/web/guest/trackdartresultthirdparty?trackFor=0&trackNo=77937279125',
    ],
    ['Ekart', 'FMPC1234567890', 'https://ekartlogistics.com/shipmenttrack/FMPC1234567890'],
    ['Xpressbees', '13412345678901', 'https://www.xpressbees.com/track?isawb=Yes&trackid=13412345678901'],
    ['Ecom Express', '812345678', 'https://ecomexpress.in/tracking/?awb_field=812345678'],
  ])('contains the number: %s', (carrier, number, link) => {
    expect(trackingLink(carrier, number)).toBe(link)
  })

  it.each(['India Post', 'DTDC', 'Professional Couriers', 'Shadowfax'])(
    'is the page on which the buyer enters the number: %s',
    (carrier) => {
      const link = trackingLink(carrier, 'EK123456789IN')!
      expect(link).toMatch(/^https:/)
      expect(link).not.toContain('EK123456789IN')
    },
  )

  it.each(COURIERS)('is valid for every courier, also with the longest number: %s', (carrier) => {
    const trackingNumber = `${'W'.repeat(99)}1`
    const trackingUrl = trackingLink(carrier, trackingNumber)!
    expect(shipmentInput.safeParse({ carrier, trackingNumber, trackingUrl }).data?.trackingUrl).toBe(trackingUrl)
    expect(trackingUrl).not.toContain('{')
  })

  it.each(['bluedart', 'BLUE DART', ' Blue-Dart ', 'Blue\u200bDart'])('finds the courier by %j', (carrier) => {
    expect(trackingLink(carrier, '1')).toContain('bluedart.com')
  })

  it('is null for an unknown courier, and otherwise the link that staff entered', () => {
    expect(trackingLink('Rajdoot', '123')).toBeNull()
    expect(trackingLink('constructor', '123')).toBeNull()
    expect(trackingLink('Rajdoot', '123', ' https://r.example/{number}?n={number} ')).toBe(
      'https://r.example/123?n=123',
    )
    expect(trackingLink('Delhivery', '123', 'https://own.example/')).toBe('https://own.example/')
  })

  it('encodes the number, so that it stays one part of the address', () => {
    expect(trackingLink('Delhivery', 'a/../b?c#d&e $& é')).toBe(
      'https://www.delhivery.com/track-v2/package/a%2F..%2Fb%3Fc%23d%26e%20%24%26%20%C3%A9',
    )
  })
})

describe('isUnusual', () => {
  it.each([
    ['India Post', 'EK123456789IN', false],
    ['India Post', '14321501234567', true],
    ['Delhivery', '14321501234567', false],
    ['Delhivery', 'EK123456789IN', true],
    ['Blue Dart', '77937279125', false],
    ['Blue Dart', '7793727912', false],
    ['DTDC', 'D30060920', false],
    ['Ekart', 'FMPC1234567890', false],
    ['Ekart', '1234', true],
    ['Professional Couriers', 'BLR12345678', false],
    ['Rajdoot', 'anything', false],
  ])('is for %s the number %s: %s', (carrier, number, expected) => {
    expect(isUnusual(carrier, number)).toBe(expected)
  })
})
