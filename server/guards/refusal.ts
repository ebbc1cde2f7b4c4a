/** The error of a rule, and what the refused person is told. */
import { MINUTE_MS } from '../shared/durations'
import { DomainError, type DomainErrorDetails, type ErrorCode } from '../shared/errors'
import { RULES, type RuleName } from './rules'

/** The rules that the domain refuses with its own errors. */
export type Refusing = {
  [Name in RuleName]: (typeof RULES)[Name]['code'] extends ErrorCode ? Name : never
}[RuleName]

/** The error of a rule: its code and what the refused person is told. */
export function refusal(name: Refusing, details: DomainErrorDetails & { most?: number } = {}): DomainError {
  const { code } = RULES[name]
  return new DomainError(code, { message: textOf(name, details), ...details })
}

/** What the refused person is told. `most` is the rule's number, unless it was changed. */
export function textOf(
  name: RuleName,
  { most, retryAfterSeconds = 0 }: { most?: number; retryAfterSeconds?: number } = {},
) {
  const { told, most: usual } = RULES[name]
  if (typeof told === 'string') return told
  const minutes = Math.max(1, Math.ceil((retryAfterSeconds * 1000) / MINUTE_MS))
  return told({
    most: most ?? (typeof usual === 'number' ? usual : 0),
    time: minutes === 1 ? '1 minute' : `${minutes} minutes`,
  })
}
