/**
 * Decides what a caller may do in the office. Rights are read from the database on each call, so a role change, a block or an ended key
 * takes effect immediately.
 */
import type { DbOrTx } from '../../database/db'
import { DomainError } from '../../shared/errors'
import { impliedBy, PERMISSIONS, SENSITIVE, type Permission } from '../../shared/permissions'
import type { Shop } from '../shop'
import { isNotResting, permissionsOfKey, withMaker } from './keysOfMembers'

const MINUTE_MS = 60_000
/** The times for which the office and sensitive calls remain available after a code from an authenticator app is entered. */
const FACTOR_LASTS_MS = 12 * 60 * MINUTE_MS
const FACTOR_IS_FRESH_MS = 10 * MINUTE_MS

/** The account or API key that a request's token belongs to. */
export interface Caller {
  /** The account's id. For a key, the id of the closed account that represents it. */
  id: string
  isKey: boolean
  /** The account's token version when the request began; null for a key. */
  tokenVersion: number | null
  /** When the session's second factor was entered, or null. */
  factorAt: Date | null
  /** When the token expires; null for a key. */
  expiresAt: Date | null
}

export interface Rights {
  permissions: Set<Permission>
  isOwner: boolean
  /** NEEDED: the rights apply once the caller enters a code. SETUP: they apply once the caller has set up an authenticator app. */
  factor: 'NONE' | 'FRESH' | 'OLD' | 'NEEDED' | 'SETUP'
}

type Access = { db: DbOrTx; settings: Pick<Shop['settings'], 'staffTotp'> }

/** The caller's rights. While a required second factor is missing, staff have no rights. */
export async function rightsOf(access: Access, caller: Caller): Promise<Rights> {
  return caller.isKey ? rightsOfKey(access, caller) : rightsOfStaff(access, caller)
}

const NO_RIGHTS: Rights = { permissions: new Set(), isOwner: false, factor: 'NONE' }

async function rightsOfKey({ db }: Access, { id: userId }: Caller): Promise<Rights> {
  const key = await db.apiKey.findFirst({ where: { userId, ...isUsable() }, include: withMaker })
  return key ? { ...NO_RIGHTS, permissions: permissionsOfKey(key) } : NO_RIGHTS
}

export const isActive = (now = new Date()) => ({
  endedAt: null,
  OR: [{ expiresAt: null }, { expiresAt: { gt: now } }],
})

/** Active, and its maker is not blocked. */
export const isUsable = (now = new Date()) => ({ AND: [isActive(now), isNotResting] })

/** Demo accounts are never staff, because their passwords are public. */
export const IS_STAFF = {
  role: 'STAFF',
  staffRoleId: { not: null },
  blockedAt: null,
  deletedAt: null,
  isDemo: false,
} as const

/** Throws UNAUTHENTICATED if the session has ended since the request began. */
async function rightsOfStaff({ db, settings }: Access, { id, tokenVersion, factorAt }: Caller): Promise<Rights> {
  const found = await db.user.findFirst({
    where: { id, ...IS_STAFF },
    select: { tokenVersion: true, staffRole: true, secondFactor: { select: { confirmedAt: true } } },
  })
  if (!found?.staffRole) return NO_RIGHTS
  if (found.tokenVersion !== tokenVersion) throw new DomainError('UNAUTHENTICATED')
  const { isOwner, permissions } = found.staffRole
  const factor = factorOf(Boolean(found.secondFactor?.confirmedAt), factorAt, settings)
  if (factor === 'NEEDED' || factor === 'SETUP') return { ...NO_RIGHTS, factor }
  return { permissions: isOwner ? new Set(PERMISSIONS) : impliedBy(permissions), isOwner, factor }
}

function factorOf(isSetUp: boolean, factorAt: Date | null, { staffTotp }: Access['settings']): Rights['factor'] {
  if (!isSetUp) return staffTotp === 'required' ? 'SETUP' : 'NONE'
  const age = factorAt ? Date.now() - factorAt.getTime() : Infinity
  if (age > FACTOR_LASTS_MS) return 'NEEDED'
  return age > FACTOR_IS_FRESH_MS ? 'OLD' : 'FRESH'
}

/** A caller who has a permission. Functions that act for the office take an actor, which only the two functions below create. */
export class Actor {
  readonly #caller: Caller
  readonly #permission: Permission
  /** The id of the account that the audit log names. */
  readonly id: string

  private constructor(caller: Caller, permission: Permission) {
    this.#caller = caller
    this.#permission = permission
    this.id = caller.id
  }

  /** Throws FORBIDDEN, which names the missing permission, or SECOND_FACTOR_REQUIRED. */
  static async authorize(access: Access, caller: Caller, permission: Permission): Promise<Actor> {
    return Actor.withRights(await rightsOf(access, caller), caller, permission)
  }

  /** Like `authorize`, with the caller's rights as this request has read them. */
  static withRights(rights: Rights, caller: Caller, permission: Permission): Actor {
    requirePermission(rights, permission)
    return new Actor(caller, permission)
  }

  /** Call this in the transaction that makes the change. Throws like `authorize`, and UNAUTHENTICATED if the session has ended. */
  async check(shop: Pick<Access, 'settings'>, tx: DbOrTx): Promise<void> {
    requirePermission(await rightsOf({ db: tx, settings: shop.settings }, this.#caller), this.#permission)
  }

  /** The actor's rights, for changes that grant rights. */
  rights(shop: Pick<Access, 'settings'>, tx: DbOrTx): Promise<Rights> {
    return rightsOf({ db: tx, settings: shop.settings }, this.#caller)
  }
}

function requirePermission({ permissions, factor }: Rights, permission: Permission): void {
  if (factor === 'NEEDED' || factor === 'SETUP')
    throw new DomainError('SECOND_FACTOR_REQUIRED', { message: ASK[factor] })
  if (!permissions.has(permission))
    throw new DomainError('FORBIDDEN', { message: `This needs the permission ${permission}.` })
  if (factor === 'OLD' && SENSITIVE.includes(permission)) throw new DomainError('SECOND_FACTOR_REQUIRED')
}

const ASK = {
  NEEDED: 'Enter a code from your authenticator app to use the office.',
  SETUP: 'Set up an authenticator app to use the office.',
}

/** Throws UNAUTHENTICATED, FORBIDDEN, SECOND_FACTOR_REQUIRED. */
export async function requireOffice(access: Access, caller: Caller): Promise<Rights> {
  const rights = await rightsOf(access, caller)
  if (rights.factor === 'NEEDED' || rights.factor === 'SETUP')
    throw new DomainError('SECOND_FACTOR_REQUIRED', { message: ASK[rights.factor] })
  if (rights.permissions.size === 0) throw new DomainError('FORBIDDEN')
  return rights
}
