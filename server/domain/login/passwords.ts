/**
 * Rejects new passwords that are easy to guess, with a list of common ones. The estimator of zxcvbn-ts is not used, because it is larger and
 * rejects passwords that the contract allows.
 */
import { invalidInput } from '../../shared/errors'
import { invalidMessage } from '../../shared/validation'

let common: Promise<Set<string>> | undefined

/** Loads the list when the first new password is set, because it takes several megabytes. */
async function loadCommon(): Promise<Set<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set(dictionary['passwords-common'])
}

/** Words that everyone associates with the shop. */
const CONTEXT_WORDS = new Set(['cerashop', 'cerashopindia', 'ceramic', 'ceramics', 'pottery', 'studio', 'handmade'])

/**
 * Ignores case. Throws INVALID_INPUT for the account's email or the part of it before the @, for one of the shop's words with any digits
 * and symbols added, and for a common password.
 */
export async function refuseGuessable(field: string, password: string, email: string): Promise<void> {
  const text = password.trim().toLowerCase()
  if (text === email || text === email.split('@')[0])
    throw invalidInput(field, `${invalidMessage(field)}: it must differ from your email`)
  if (CONTEXT_WORDS.has(text.replace(/[^a-z]/g, '')) || (await (common ??= loadCommon())).has(text))
    throw invalidInput(field, `${invalidMessage(field)}: this one is too common`)
}
