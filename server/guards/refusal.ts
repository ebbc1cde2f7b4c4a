/** The error of a rule, and its message. */
import { MINUTE_MS } from '../shared/durations'
import { DomainError, type DomainErrorDetails, type ErrorCode } from '../shared/errors'
import { RULES, type RuleName } from './rules'

/** The rules that the domain refuses with its own errors. */
export type Refusing = {
  [Name in RuleName]: (typeof RULES)[Name]['code'] extends ErrorCode ? Name : never
}[RuleName]

export function refusal(name: Refusing, details: DomainErrorDetails & { most?: number } = {}): DomainError {
  const { code } = RULES[name]
  return new DomainError(code, { message: textOf(name, details), ...details })
}

/** The message of a rule's error. `most` is the rule's number, unless a setting or a test changed it. */
export function textOf(
  name: RuleName,
  { most, retryAfterSeconds = 0 }: { most?: number; retryAfterSeconds?: number } = {},
) {
  const { message, most: usual } = RULES[name]
  if (typeof message === 'string') return message
  const minutes = Math.max(1, Math.ceil((retryAfterSeconds * 1000) / MINUTE_MS))
  return message({
    most: most ?? (typeof usual === 'number' ? usual : 0),
    time: minutes === 1 ? '1 minute' : `${minutes} minutes`,
  })
}
