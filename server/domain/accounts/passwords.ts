/** Stores passwords as argon2id hashes: 19 MiB, 2 passes, 1 lane. Refuses new passwords that are easy to guess. */
import { hash, verify } from '@node-rs/argon2'
import { invalidInput } from '../../shared/errors'
import { invalidMessage } from '../../shared/validation'

const COST = { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 }

export const hashPassword = (password: string): Promise<string> => hash(password, COST)

export const passwordMatches = (passwordHash: string, password: string): Promise<boolean> =>
  verify(passwordHash, password)

/** A dummy password hash with the same cost as real ones. */
const NOBODYS_HASH = '$argon2id$v=19$m=19456,t=2,p=1$VGQQiVspfU/qWEu3eOhWKg$lI3+sH1loyX5bIahn3YkKOZYXJ4xQfgkjXL2Dz+HQU8'

/** Takes as long as comparing an account's password. */
export const matchNobodys = async (password: string): Promise<void> => void (await verify(NOBODYS_HASH, password))

let common: Promise<Set<string>> | undefined

/** Loads the list with the first new password, because it takes some megabytes. */
async function loadCommon(): Promise<Set<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set(dictionary['passwords-common'])
}

/** Ignores case. Throws INVALID_INPUT for the account's e-mail, for its part before the @, and for a common password. */
export async function refuseGuessable(field: string, password: string, email: string): Promise<void> {
  const text = password.trim().toLowerCase()
  if (text === email || text === email.split('@')[0])
    throw invalidInput(field, `${invalidMessage(field)}: it is your email`)
  if ((await (common ??= loadCommon())).has(text))
    throw invalidInput(field, `${invalidMessage(field)}: this one is too common`)
}
