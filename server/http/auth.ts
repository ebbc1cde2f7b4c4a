/**
 * The only module that creates and reads tokens, and finds the viewer that a token belongs to. A token contains the account's version, so revoking
 * it needs no list of tokens and no extra query: the statement that reads the account compares them.
 */
import { randomBytes } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import jwt, { type FastifyJWTOptions } from '@fastify/jwt'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { LRUCache } from 'lru-cache'
import { makeDataFolder, writeFileAtomically } from '../settings/dataFolder'
import { findViewer, type TokenHolder, type Viewer } from '../domain/login/accounts'
import type { Caller } from '../domain/staff/actor'
import { findKeyUser, KEY_PREFIX } from '../domain/office/access/apiKeys'
import { SettingsError, type Settings } from '../settings'
import { isSecret } from '../settings/kinds'
import { DomainError } from '../shared/errors'
import { isUuid } from '../shared/validation'

interface Claims {
  id: string
  email: string
  /** The account's tokenVersion when the token was created. Missing if it is 0. */
  version?: number
  /** The time when the second factor was entered, in seconds since 1970. Missing without one. */
  factor?: number
}

interface Session {
  /** The time when the second factor was entered. */
  factorAt: Date | null
  expiresAt: Date | null
}

/** A token's contents. */
interface Holder extends TokenHolder, Session {}

const secondsOf = (date: Date): number => Math.floor(date.getTime() / 1000)

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
    /** Creates a token, by default for a new session. */
    signToken(user: TokenHolder, session?: Partial<Session>): string
  }
  interface FastifyRequest {
    /** Returns the token's account or API key, or null without a token. Rejects with UNAUTHENTICATED for a bad token. */
    findCaller(): Promise<Known | null>
    /** Returns the token's account, or null without a token or with an API key. Rejects with UNAUTHENTICATED for a bad token. */
    findViewer(): Promise<Viewer | null>
    /** Like findViewer, but also rejects with UNAUTHENTICATED without a token. */
    requireViewer(): Promise<Viewer>
    /**
     * Returns the account or API key whose limits apply, without asking the database. The id is taken from a valid token, without checking
     * that the account exists, or from an API key that `meetKey` has found. Null for all others, who have the limits of a visitor.
     */
    findHolder(): Pick<Caller, 'id' | 'isKey'> | null
    /**
     * Looks up an API key that this process does not know, so that its own limits apply. Call it only after the request was counted, because
     * anyone can invent keys.
     */
    meetKey(): Promise<void>
    callerLookup: Promise<Known | null> | null
  }
}

/** A caller and its account. The account is null for an API key. */
interface Known extends Caller {
  viewer: Viewer | null
}

/**
 * Returns the secret from the settings. If there is none, creates a secret on the first start and keeps it in the data folder, readable
 * only by this user.
 */
export function jwtSecretOf({ jwtSecret, dataDir }: Pick<Settings, 'jwtSecret' | 'dataDir'>): string {
  if (jwtSecret) return jwtSecret
  const path = join(dataDir, 'jwt-secret')
  makeDataFolder(dataDir)
  try {
    writeFileAtomically(path, randomBytes(48).toString('base64url'))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  const secret = readFileSync(path, 'utf8')
  if (!isSecret(secret)) {
    throw new SettingsError([
      `JWT_SECRET: is not set, and ${path}, which replaces it, contains no secret. ` +
        'Remove that file to get a new one. Everyone then has to log in again',
    ])
  }
  if (process.platform !== 'win32' && (statSync(path).mode & 0o077) !== 0) {
    throw new SettingsError([
      `JWT_SECRET: is not set, and ${path}, which replaces it, can be read by others. Run chmod 600 on it`,
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
 * A token's signature is checked once, and the result is cached until the token expires, at most ten minutes. Revocation still works: every
 * request checks the account, its block and its token version in the database. This does not use @fastify/jwt's cache, because that cache
 * hashes the token each time, which is 4 to 6% of the cost of a cart request.
 */
const REMEMBERED_MS = 10 * 60_000
const MAX_REMEMBERED = 2000

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
    app.decorate('signToken', ({ id, email, tokenVersion: version }, { factorAt, expiresAt } = {}) =>
      app.jwt.sign(
        {
          id,
          email,
          ...(version > 0 && { version }),
          ...(factorAt && { factor: secondsOf(factorAt) }),
        },
        { ...(expiresAt && { expiresIn: Math.max(1, secondsOf(expiresAt) - secondsOf(new Date())) }) },
      ),
    )
    app.decorateRequest('callerLookup', null)
    app.decorateRequest('findCaller', function (this: FastifyRequest) {
      return (this.callerLookup ??= lookUp(this))
    })
    app.decorateRequest('findViewer', async function (this: FastifyRequest) {
      return (await this.findCaller())?.viewer ?? null
    })
    const remembered = new LRUCache<string, Holder>({ max: MAX_REMEMBERED })
    /** The ids of API keys' accounts, for the limits. Each use of a key still asks the database whether the key is valid. */
    const rememberedKeys = new LRUCache<string, string>({ max: MAX_REMEMBERED, ttl: REMEMBERED_MS })
    function read(token: string): Holder {
      const { exp = Infinity, ...holder } = readClaims(app, token)
      remembered.set(token, holder, { ttl: Math.max(1, Math.min(REMEMBERED_MS, exp * 1000 - Date.now())) })
      return holder
    }
    /** Does not check in the database that the account exists. Throws UNAUTHENTICATED for a bad token. */
    const holderOf = (token: string): Holder => remembered.get(token) ?? read(token)
    async function lookUp(request: FastifyRequest): Promise<Known | null> {
      const token = tokenOf(request)
      if (token === undefined) return null
      if (token.startsWith(KEY_PREFIX)) {
        const id = await findKeyUser(app.shop.db, token)
        if (id === null) {
          rememberedKeys.delete(token)
          throw new DomainError('UNAUTHENTICATED')
        }
        rememberedKeys.set(token, id)
        return { id, isKey: true, tokenVersion: null, factorAt: null, expiresAt: null, viewer: null }
      }
      const holder = holderOf(token)
      const viewer = await findViewer(app.shop, holder)
      if (!viewer) throw new DomainError('UNAUTHENTICATED')
      return {
        id: viewer.id,
        isKey: false,
        tokenVersion: viewer.tokenVersion,
        factorAt: holder.factorAt,
        expiresAt: holder.expiresAt,
        viewer,
      }
    }
    app.decorateRequest('findHolder', function (this: FastifyRequest) {
      const token = tokenOf(this)
      if (token === undefined) return null
      if (token.startsWith(KEY_PREFIX)) {
        const id = rememberedKeys.get(token)
        return id === undefined ? null : { id, isKey: true }
      }
      try {
        return { id: holderOf(token).id, isKey: false }
      } catch (error) {
        if (error instanceof DomainError) return null
        throw error
      }
    })
    app.decorateRequest('meetKey', async function (this: FastifyRequest) {
      const token = tokenOf(this)
      if (!token?.startsWith(KEY_PREFIX) || rememberedKeys.has(token)) return
      await this.findCaller().catch((error: unknown) => {
        if (!(error instanceof DomainError)) throw error
      })
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

function readClaims(app: FastifyInstance, token: string): Holder & Ending {
  try {
    const { id, email, version: tokenVersion = 0, factor, exp } = verify(app, token)
    const isGood = typeof id === 'string' && isUuid(id) && typeof email === 'string' && Number.isInteger(tokenVersion)
    const factorAt = Number.isInteger(factor) ? new Date(factor! * 1000) : null
    const expiresAt = exp === undefined ? null : new Date(exp * 1000)
    if (isGood) return { id, email, tokenVersion, factorAt, expiresAt, exp }
  } catch (cause) {
    throw new DomainError('UNAUTHENTICATED', { cause })
  }
  throw new DomainError('UNAUTHENTICATED')
}
