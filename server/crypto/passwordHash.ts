/** Stores passwords as argon2id hashes: 19 MiB, 2 passes, 1 lane. */
import { hash, verify } from '@node-rs/argon2'
import { password as composed } from '../shared/text'

const COST = { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 }

/** Keyboards write the same letter in different ways, so the hash is of one form of the password: NFC. */
export const hashPassword = (password: string): Promise<string> => hash(composed(password), COST)

export const isPassword = (passwordHash: string, password: string): Promise<boolean> =>
  verify(passwordHash, composed(password))

/**
 * The hash of an account without a password. No password is known to match it, and comparing with it takes as long as with any other hash.
 */
export const NO_PASSWORD =
  '$argon2id$v=19$m=19456,t=2,p=1$VGQQiVspfU/qWEu3eOhWKg$lI3+sH1loyX5bIahn3YkKOZYXJ4xQfgkjXL2Dz+HQU8'

/** Takes as long as comparing with an account's password. */
export const compareWithNoPassword = async (password: string): Promise<void> =>
  void (await isPassword(NO_PASSWORD, password))
