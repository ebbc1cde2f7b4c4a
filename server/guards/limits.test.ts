import { describe, expect, it } from 'vitest'
import { testSettings } from '../testing/app'
import { limitsFor } from './limits'
import { RULE_NAMES } from './rules'

/** Those that do not count callers. LIMITS=off leaves them. */
const STAYING =
  /^(connections\.(inTotal|\w+Ms)|bodies|responses|cost\.perOperation|operations|pages|searches|emptySearches|appCodes\.inARow|codes\.reserve|wrongCodes\.(perRequest|inARow)|mails|onDelivery\.(packHours|many)|addressChanges|lists|reviews|staff|uploads)\b/

describe('limitsFor', () => {
  it('derives the limits of visitors, accounts and API keys from two settings', () => {
    const limits = limitsFor(testSettings({ REQUESTS_PER_MINUTE: '1000', COST_PER_MINUTE: '3001' }))
    expect(limits).toMatchObject({
      'requests.perNetworkOfUsers': 1000,
      'requests.perNetwork': 250,
      'requests.perKey': 100,
      'cost.perNetwork': 3001,
      'cost.perAccount': 1501,
      'cost.perKey': 1501,
    })
    expect(limitsFor(testSettings({ REQUESTS_PER_MINUTE: '1' }))).toMatchObject({
      'requests.perNetworkOfUsers': 1,
      'requests.perNetwork': 1,
      'requests.perKey': 1,
    })
  })

  it('turns off a limit whose setting is 0', () => {
    const limits = limitsFor(testSettings({ REQUESTS_PER_MINUTE: '0', COD_OPEN_ORDERS: '0' }))
    expect(limits).toMatchObject({ 'requests.perNetwork': 0, 'requests.perKey': 0, 'onDelivery.perAccount': 0 })
  })

  it('turns off with LIMITS=off all that counts callers, and nothing else', () => {
    const usual = limitsFor(testSettings())
    const off = limitsFor(testSettings({ LIMITS: 'off' }))
    expect(off).toEqual(Object.fromEntries(RULE_NAMES.map((name) => [name, STAYING.test(name) ? usual[name] : 0])))
  })

  it('keeps the other numbers if a test changes one', () => {
    const usual = limitsFor(testSettings())
    expect(limitsFor(testSettings(), { 'stock.ofUnproven': 7 })).toEqual({ ...usual, 'stock.ofUnproven': 7 })
  })
})
