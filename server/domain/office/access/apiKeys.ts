/** API keys for programs. A key is shown once and stored as a hash. It acts through a closed account that bears its name. */
import { createHash, randomBytes } from 'node:crypto'
import type { DbOrTx, Tx } from '../../../database/db'
import type { ApiKey } from '../../../generated/prisma/client'
import { DomainError } from '../../../shared/errors'
import { refusal } from '../../../guards/refusal'
import { RULES } from '../../../guards/rules'
import { impliedBy } from '../../../shared/permissions'
import { apiKeyInput } from '../../../shared/staffInput'
import { isUuid, parseInput } from '../../../shared/validation'
import type { Shop } from '../../shop'
import { addMessages } from '../../../outbox/outbox'
import { accountMessage } from '../../accounts/accountMail'
import { audit } from '../../audit/audit'
import { isActive, isUsable, type Actor } from '../../staff/actor'
import { auditEnd } from '../../staff/keysOfMembers'
import { lockStaff, requireAllOf } from '../../staff/owners'

/** Distinguishes keys from other tokens, including for scanners that search for leaked secrets. */
export const KEY_PREFIX = 'csk_'
const KEY_BYTES = 32
const FORM = /^csk_[\w-]{43}$/
const MAX_ACTIVE = RULES['staff.keys'].most
const MAX_LISTED = 200
const MINUTE_MS = 60_000

const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('hex')

const withBlock = { createdBy: { select: { blockedAt: true } } } as const

export type ListedKey = ApiKey & { createdBy: { blockedAt: Date | null } | null }

/** All active keys come first, then the others; each group is sorted newest first. */
export async function listApiKeys({ db }: Shop): Promise<ListedKey[]> {
  const active = await db.apiKey.findMany({ where: isActive(), include: withBlock, orderBy: { id: 'desc' } })
  const id = { notIn: active.map((key) => key.id) }
  const take = MAX_LISTED - MAX_ACTIVE
  const others = await db.apiKey.findMany({ where: { id }, include: withBlock, orderBy: { id: 'desc' }, take })
  return [...active, ...others]
}

export interface AddedKey {
  apiKey: ListedKey
  /** Returned only once; it cannot be read again. */
  secret: string
}

/** A key cannot have permissions that its creator lacks. Throws FORBIDDEN, INVALID_INPUT, LIMIT_REACHED. */
export async function addApiKey(shop: Shop, actor: Actor, input: unknown): Promise<AddedKey> {
  const wanted = parseInput(apiKeyInput, input)
  return shop.db.$transaction(async (tx) => {
    // The lock ensures that a key is created either before its creator is removed, or not at all.
    await lockStaff(tx)
    await actor.check(shop, tx)
    requireAllOf(await actor.rights(shop, tx), { isOwner: false, permissions: wanted.permissions })
    const added = await createKey(tx, wanted, actor.id)
    const { emailVerifiedAt } = await tx.user.findUniqueOrThrow({ where: { id: actor.id } })
    if (shop.settings.codesByMail && emailVerifiedAt)
      await addMessages(tx, [accountMessage(actor.id, { type: 'API_KEY_ADDED', at: new Date().toISOString() })])
    return added
  })
}

/** `createdById` is null for an operator's command. Throws INVALID_INPUT, LIMIT_REACHED. */
export async function createKey(tx: Tx, input: unknown, createdById: string | null): Promise<AddedKey> {
  const { name, expiresAt, permissions } = parseInput(apiKeyInput, input)
  await lockStaff(tx)
  if ((await tx.apiKey.count({ where: isActive() })) >= MAX_ACTIVE) throw refusal('staff.keys')
  const secret = `${KEY_PREFIX}${randomBytes(KEY_BYTES).toString('base64url')}`
  const now = new Date()
  const { id: userId } = await tx.user.create({ data: { ...closedAccount(name), createdAt: now, deletedAt: now } })
  const data = { name, permissions, hash: hashOf(secret), userId, createdById, expiresAt: expiresAt ?? null }
  const apiKey = await tx.apiKey.create({ data, include: withBlock })
  const after = { name, permissions: [...impliedBy(permissions)] }
  await audit(tx, { actorId: createdById, action: 'addApiKey', subject: { type: 'ApiKey', id: apiKey.id }, after })
  return { apiKey, secret }
}

/** The accounts of keys have addresses in this domain, which cannot exist. */
const DOMAIN = '@keys.invalid'
const FIRST_NAME = 'API key'

/** The name of the key's account without the key's name, which only callers with read_keys may see. Null for a person's account. */
export const namelessKey = ({ email }: { email: string }): string | null => (email.endsWith(DOMAIN) ? FIRST_NAME : null)

/** The account is closed from the start, so it cannot log in, and no list of customers shows it. */
const closedAccount = (name: string) => ({
  firstName: FIRST_NAME,
  lastName: name,
  email: `key-${randomBytes(8).toString('hex')}${DOMAIN}`,
  passwordHash: '',
})

/**
 * Needs no permissions of the key, so that anyone with `write_keys` can stop a leaked key. A repeated call changes nothing. Throws FORBIDDEN,
 * KEY_NOT_FOUND.
 */
export async function endApiKey(shop: Shop, actor: Actor, id: string): Promise<ListedKey> {
  return shop.db.$transaction(async (tx) => {
    await actor.check(shop, tx)
    return endKey(tx, id, actor.id)
  })
}

/** `actorId` is null for an operator's command. Throws KEY_NOT_FOUND. */
export async function endKey(tx: Tx, id: string, actorId: string | null): Promise<ListedKey> {
  const apiKey = isUuid(id) ? await tx.apiKey.findUnique({ where: { id }, include: withBlock }) : null
  if (!apiKey) throw new DomainError('KEY_NOT_FOUND', { field: 'id' })
  if (apiKey.endedAt) return apiKey
  await auditEnd(tx, apiKey, actorId)
  return tx.apiKey.update({ where: { id }, data: { endedAt: new Date() }, include: withBlock })
}

/**
 * The id of the account that represents the key. Null if there is no such key, if it has ended or expired, or while its maker is blocked.
 * Records when it was used.
 */
export async function findKeyUser(db: DbOrTx, secret: string): Promise<string | null> {
  if (!FORM.test(secret)) return null
  const now = new Date()
  const key = await db.apiKey.findFirst({ where: { hash: hashOf(secret), ...isUsable(now) } })
  if (!key) return null
  if (!key.lastUsedAt || now.getTime() - key.lastUsedAt.getTime() > MINUTE_MS)
    await db.apiKey.updateMany({ where: { id: key.id }, data: { lastUsedAt: now } })
  return key.userId
}
