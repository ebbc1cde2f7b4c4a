import { describe, expect, it } from 'vitest'
import { DOMAIN_LIMITS } from '../domain/limits'
import { limitsFor } from '../limits'
import { testSettings } from '../testing/app'

describe('limitsFor', () => {
  it('derives the limits of visitors, accounts and API keys from two settings', () => {
    const limits = limitsFor(testSettings({ REQUESTS_PER_MINUTE: '1000', COST_PER_MINUTE: '3001' }))
    expect(limits.requestsPerMinute).toEqual({ signedIn: 1000, anonymous: 250, key: 100 })
    expect(limits.costPerMinute).toEqual({ network: 3001, user: 1501, key: 1501 })
    expect(limitsFor(testSettings({ REQUESTS_PER_MINUTE: '1' })).requestsPerMinute).toEqual({
      signedIn: 1,
      anonymous: 1,
      key: 1,
    })
  })

  it('turns off with LIMITS=off all that counts callers, and nothing else', () => {
    const usual = limitsFor(testSettings())
    const off = limitsFor(testSettings({ LIMITS: 'off' }))
    expect(off).toEqual({
      ...usual,
      passwords: { attempts: 0, attemptsPerAccount: 0 },
      codes: { perMailboxAndHour: 0, perNetworkAndHour: 0, wrongPerNetwork: 0 },
      holds: { sharePercent: 0, minimumPieces: 5, unpaidPerHour: 0, unpaidPerAddressAndHour: 0 },
      onDelivery: { openOrders: 0, openPerMobile: 0, openPerPostalAddress: 0, openPerNetwork: 0 },
      connections: { ...usual.connections, mostPerAddress: 0 },
      requestsPerMinute: { signedIn: 0, anonymous: 0, key: 0 },
      costPerMinute: { network: 0, user: 0, key: 0 },
      signInsPerMinute: 0,
    })
  })

  it('keeps the constants if a test changes one limit', () => {
    const limits = limitsFor(testSettings(), { holds: { sharePercent: 7 }, packHours: 1 })
    expect(limits.holds).toEqual({ ...DOMAIN_LIMITS.holds, sharePercent: 7 })
    expect(limits.packHours).toBe(1)
    expect(limitsFor(testSettings()).packHours).toBe(72)
  })
})
