/** The numbers of the rules, with the settings and the changes of a test. For each, 0 means no limit. */
import type { Settings } from '../settings'
import { RULE_NAMES, RULES, type RuleName } from './rules'

export type Limits = Readonly<Record<RuleName, number>>
/** Some of the limits, for tests. */
export type LimitChanges = Partial<Limits>

export function limitsFor(settings: Settings, changes: LimitChanges = {}): Limits {
  const numberOf = (name: RuleName): number => {
    const rule = RULES[name]
    if (settings.isLimitsOff && 'countsCallers' in rule) return 0
    return typeof rule.most === 'function' ? rule.most(settings) : rule.most
  }
  return { ...(Object.fromEntries(RULE_NAMES.map((name) => [name, numberOf(name)])) as Limits), ...changes }
}
