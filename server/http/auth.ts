/** The only module that creates and reads tokens, and finds the viewer of a token. */
import { randomBytes } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import jwt, { type FastifyJWTOptions } from '@fastify/jwt'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { LRUCache } from 'lru-cache'
import { makeDataFolder, putWhole } from '../process/dataFolder'
import { findViewer, type TokenHolder, type Viewer } from '../domain/accounts/accounts'
import { SettingsError, type Settings } from '../settings'
import { isSecret } from '../settings/kinds'
import { DomainError } from '../shared/errors'
import { isUuid } from '../shared/validation'

interface Claims {
  id: string
  email: string
  /** The account's tokenVersion when the token was created. Missing if it is 0. */
  version?: number
}

/** The time when the token expires, in seconds since 1970. */
interface Ending {
  exp?: number
}

declare module '@fastify/jwt' {
  interface FastifyJWT {
    payload: Claims
    user: Claims
  }
}

declare module 'fastify' {
  interface FastifyInstance {
    signToken(user: TokenHolder): string
  }
  interface FastifyRequest {
    /** Returns the token's account, or null without a token. Rejects with UNAUTHENTICATED for a bad token. */
    findViewer(): Promise<Viewer | null>
    /** Like findViewer, but also rejects with UNAUTHENTICATED without a token. */
    requireViewer(): Promise<Viewer>
    /** Returns the user id in a valid token without checking that the user exists. Otherwise returns null. */
    findUserId(): Promise<string | null>
    viewerLookup: Promise<Viewer | null> | null
  }
}

/**
 * Returns the secret from the settings. Without one, creates a secret at the first start and keeps it in the data folder, readable only by
 * this user.
 */
export function jwtSecretOf({ jwtSecret, dataDir }: Pick<Settings, 'jwtSecret' | 'dataDir'>): string {
  if (jwtSecret) return jwtSecret
  const path = join(dataDir, 'jwt-secret')
  makeDataFolder(dataDir)
  try {
    putWhole(path, randomBytes(48).toString('base64url'))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  const secret = readFileSync(path, 'utf8')
  if (!isSecret(secret)) {
    throw new SettingsError([
      `JWT_SECRET: is not set, and ${path}, which stands in for it, holds no secret. ` +
        'Remove that file to get a new one: everybody has to log in again then',
    ])
  }
  if (process.platform !== 'win32' && (statSync(path).mode & 0o077) !== 0) {
    throw new SettingsError([
      `JWT_SECRET: is not set, and ${path}, which stands in for it, can be read by others. Say chmod 600 to it`,
    ])
  }
  return secret
}

/** The authorization header, with or without 'Bearer '. */
function tokenOf(request: FastifyRequest): string | undefined {
  const header = request.headers.authorization?.trim()
  return header?.replace(/^Bearer(\s+|$)/i, '') || undefined
}

const ALGORITHM = 'HS256'
const SECONDS_A_DAY = 24 * 60 * 60

/**
 * A token's signature is checked once and remembered until the token expires, at most ten minutes. Revocation still works: every request
 * checks account, block and token version in the database. This does not use @fastify/jwt's cache, because it hashes the token each time,
 * which is 4 to 6% of the cost of a cart request.
 */
const REMEMBERED_MS = 10 * 60_000
const MOST_REMEMBERED = 2000

interface Options {
  secret: string
  /** A second secret whose tokens are also valid, or null. */
  accepted: string | null
  tokenDays: number
}

export const auth = fp(
  async (app: FastifyInstance, { secret, accepted, tokenDays }: Options) => {
    const sign = { algorithm: ALGORITHM, expiresIn: Math.round(tokenDays * SECONDS_A_DAY) } as const
    const verify = { algorithms: [ALGORITHM] } satisfies FastifyJWTOptions['verify']
    await app.register(jwt, { secret, sign, verify })
    if (accepted) await app.register(jwt, { secret: accepted, verify, namespace: 'accepted' })
    app.decorate('signToken', ({ id, email, tokenVersion: version }) =>
      app.jwt.sign({ id, email, ...(version > 0 && { version }) }),
    )
    app.decorateRequest('viewerLookup', null)
    app.decorateRequest('findViewer', function (this: FastifyRequest) {
      return (this.viewerLookup ??= lookUp(this))
    })
    const remembered = new LRUCache<string, TokenHolder>({ max: MOST_REMEMBERED })
    function read(token: string): TokenHolder {
      const { exp = Infinity, ...holder } = readClaims(app, token)
      remembered.set(token, holder, { ttl: Math.max(1, Math.min(REMEMBERED_MS, exp * 1000 - Date.now())) })
      return holder
    }
    /** Does not check in the database that the account exists. Throws UNAUTHENTICATED for a bad token. */
    function holderOf(request: FastifyRequest): TokenHolder | null {
      const token = tokenOf(request)
      return token === undefined ? null : (remembered.get(token) ?? read(token))
    }
    async function lookUp(request: FastifyRequest): Promise<Viewer | null> {
      const holder = holderOf(request)
      if (!holder) return null
      const viewer = await findViewer(app.shop, holder)
      if (!viewer) throw new DomainError('UNAUTHENTICATED')
      return viewer
    }
    app.decorateRequest('findUserId', async function (this: FastifyRequest) {
      try {
        return holderOf(this)?.id ?? null
      } catch {
        return null
      }
    })
    app.decorateRequest('requireViewer', async function (this: FastifyRequest) {
      const viewer = await this.findViewer()
      if (!viewer) throw new DomainError('UNAUTHENTICATED')
      return viewer
    })
  },
  { name: 'auth' },
)

/** Checks a token with the secret, and then with the second accepted secret. */
function verify({ jwt }: FastifyInstance, token: string): Claims & Ending {
  try {
    return jwt.verify<Claims & Ending>(token)
  } catch (error) {
    const { accepted } = jwt as unknown as { accepted?: FastifyInstance['jwt'] }
    if (!accepted) throw error
    return accepted.verify<Claims & Ending>(token)
  }
}

function readClaims(app: FastifyInstance, token: string): TokenHolder & Ending {
  try {
    const { id, email, version: tokenVersion = 0, exp } = verify(app, token)
    const isGood = typeof id === 'string' && isUuid(id) && typeof email === 'string' && Number.isInteger(tokenVersion)
    if (isGood) return { id, email, tokenVersion, exp }
  } catch (cause) {
    throw new DomainError('UNAUTHENTICATED', { cause })
  }
  throw new DomainError('UNAUTHENTICATED')
}
