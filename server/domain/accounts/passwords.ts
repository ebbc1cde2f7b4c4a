/**
 * Stores passwords as argon2id hashes: 19 MiB, 2 passes, 1 lane. Rejects new passwords that are easy to guess, with a list of common ones.
 * The estimator of zxcvbn-ts is not used, because it is larger and rejects passwords that the contract allows.
 */
import { hash, verify } from '@node-rs/argon2'
import { invalidInput } from '../../shared/errors'
import { invalidMessage } from '../../shared/validation'

const COST = { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 }

export const hashPassword = (password: string): Promise<string> => hash(password, COST)

export const passwordMatches = (passwordHash: string, password: string): Promise<boolean> =>
  verify(passwordHash, password)

/**
 * The hash of an account without a password. No password is known to match it, and comparing with it takes as long as with any other hash.
 */
export const NO_PASSWORD =
  '$argon2id$v=19$m=19456,t=2,p=1$VGQQiVspfU/qWEu3eOhWKg$lI3+sH1loyX5bIahn3YkKOZYXJ4xQfgkjXL2Dz+HQU8'

/** Takes as long as comparing with an account's password. */
export const matchNobodys = async (password: string): Promise<void> => void (await verify(NO_PASSWORD, password))

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
