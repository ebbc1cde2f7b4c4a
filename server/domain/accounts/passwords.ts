/** Passwords are stored as argon2id hashes: 19 MiB, 2 passes, 1 lane. */
import { hash, verify } from '@node-rs/argon2'

const COST = { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 }

export const hashPassword = (password: string): Promise<string> => hash(password, COST)

export const passwordMatches = (passwordHash: string, password: string): Promise<boolean> =>
  verify(passwordHash, password)
