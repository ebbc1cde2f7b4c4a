/** The limits of the app. Each value is a constant next to the code that uses it, or a setting. For each, 0 means no limit. */
import type { DomainLimits } from './domain/domainLimits'
import { DOMAIN_LIMITS } from './domain/limits'
import { CONNECTION_LIMITS } from './http/connections'
import { costPerMinute } from './limits/costBudgets'
import { requestsPerMinute } from './limits/requestLimits'
import { MAX_RESPONSE_BYTES } from './limits/responseSize'
import type { Settings } from './settings'
import { PAGES_AT_ONCE } from './web/pages'

export interface Limits extends DomainLimits {
  connections: typeof CONNECTION_LIMITS
  requestsPerMinute: ReturnType<typeof requestsPerMinute>
  costPerMinute: ReturnType<typeof costPerMinute>
  signInsPerMinute: number
  queryCost: number
  responseBytes: number
  pagesAtOnce: number
}

/** Some of the limits, for tests. */
export type LimitChanges = { [Name in keyof Limits]?: Limits[Name] | Partial<Limits[Name]> }

/** What counts callers. The settings turn off the requests, the cost and the logins. */
const NO_COUNTS: LimitChanges = {
  passwords: { attempts: 0, attemptsPerAccount: 0 },
  codes: { perMailboxAndHour: 0, perNetworkAndHour: 0, wrongPerNetwork: 0 },
  holds: { sharePercent: 0, unpaidPerHour: 0, unpaidPerAddressAndHour: 0 },
  onDelivery: { openOrders: 0, openPerMobile: 0, openPerPostalAddress: 0, openPerNetwork: 0 },
  connections: { mostPerAddress: 0 },
}

/** `changes` are those of a test. */
export function limitsFor(settings: Settings, changes: LimitChanges = {}): Limits {
  const limits: Limits = {
    ...DOMAIN_LIMITS,
    onDelivery: { ...DOMAIN_LIMITS.onDelivery, openOrders: settings.openOnDelivery },
    connections: CONNECTION_LIMITS,
    requestsPerMinute: requestsPerMinute(settings.requestsPerMinute),
    costPerMinute: costPerMinute(settings.costPerMinute),
    signInsPerMinute: settings.signInsPerMinute,
    queryCost: settings.queryCost,
    responseBytes: MAX_RESPONSE_BYTES,
    pagesAtOnce: PAGES_AT_ONCE,
  }
  const off = settings.isLimitsOff ? [NO_COUNTS] : []
  return [...off, changes].reduce<Limits>(changed, limits)
}

/** Replaces single values, or single fields of a group. */
export function changed<L extends DomainLimits>(limits: L, changes: LimitChanges): L {
  const result: Record<string, unknown> = Object.fromEntries(Object.entries(limits))
  for (const [name, change] of Object.entries(changes))
    result[name] = typeof change === 'object' ? { ...(result[name] as object), ...change } : change
  return result as unknown as L
}
