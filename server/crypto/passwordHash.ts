/** Stores passwords as argon2id hashes: 19 MiB, 2 passes, 1 lane. */
import { hash, verify } from '@node-rs/argon2'

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
export const compareWithNoPassword = async (password: string): Promise<void> =>
  void (await verify(NO_PASSWORD, password))
