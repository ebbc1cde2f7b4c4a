/** The second factor for staff: six digits from an authenticator app (TOTP, RFC 6238), or one of eight recovery codes. */
import { createHash, randomBytes } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import type { Tx } from '../../../database/db'
import type { SecondFactor } from '../../../generated/prisma/client'
import { DomainError } from '../../../shared/errors'
import { factorCode } from '../../../shared/staffInput'
import { ownerProofInput, parseField, parseInput } from '../../../shared/validation'
import { checkOwner } from '../../login/owner'
import { countSignIn, type Viewer } from '../../login/accounts'
import { refusal } from '../../../guards/refusal'
import { lockCart } from '../../lockCart'
import { countFailure, forgetFailures, refuseLocked } from '../../login/wrongPasswords'
import { countWrong, findClosing, forgetWrong, WRONG_APP_CODES } from '../../login/wrongTotals'
import type { HashedNetwork } from '../../../guards/network'
import type { Shop } from '../../shop'
import { addMessages } from '../../../outbox/outbox'
import { accountMessage, type AccountMailKind } from '../../accounts/accountMail'
import { audit } from '../../audit/audit'
import { IS_STAFF } from '../../staff/actor'

const RECOVERY_CODES = 8
/** 112 bits, so that the stored hash needs no salt. */
const RECOVERY_BYTES = 14
const TOTP_DIGITS = 6
const SET_UP_MS = 15 * 60_000
/**
 * In steps of 30 seconds. A code used further in the future was used while the server's clock was wrong, so it no longer blocks the codes
 * of the right time. Five minutes is more than the clocks of the servers differ.
 */
const MAX_STEPS_AHEAD = 10

export interface NewFactor {
  /** In Base32, for typing into the app. */
  secret: string
  /** An otpauth:// URL for a QR code. */
  uri: string
}

/**
 * Starts the setup. The factor becomes active when `confirmSecondFactor` receives a correct code. Needs the password or an emailed code, so
 * that a person with a stolen session cannot add their own app. Throws FORBIDDEN, INVALID_INPUT, WRONG_PASSWORD, CODE_INVALID,
 * TOO_MANY_ATTEMPTS, SECOND_FACTOR_EXISTS, and UNAUTHENTICATED if a concurrent call ended the session.
 */
export async function setUpSecondFactor(
  shop: Shop,
  viewer: Viewer,
  address: string,
  input: unknown,
): Promise<NewFactor> {
  const proof = parseInput(ownerProofInput, input)
  await requireStaff(shop, viewer)
  await checkOwner(shop, viewer, address, proof)
  const secret = new Secret({ size: 20 }).base32
  const sealedSecret = shop.sealer.seal(secret, viewer.id)
  await shop.db.$transaction(async (tx) => {
    await lockCart(tx, viewer)
    const { count } = await tx.secondFactor.updateMany({
      where: { userId: viewer.id, confirmedAt: null },
      data: { sealedSecret, lastStep: 0, createdAt: new Date() },
    })
    if (count > 0) return
    const added = await tx.secondFactor.createMany({ data: { userId: viewer.id, sealedSecret }, skipDuplicates: true })
    if (added.count === 0) throw new DomainError('SECOND_FACTOR_EXISTS')
  })
  return { secret, uri: new TOTP({ issuer: shop.settings.shopName, label: viewer.email, secret }).toString() }
}

/** Throws FORBIDDEN. */
async function requireStaff({ db }: Shop, { id }: Viewer): Promise<void> {
  if ((await db.user.count({ where: { id, ...IS_STAFF } })) === 0) throw new DomainError('FORBIDDEN')
}

interface Confirmed {
  viewer: Viewer
  /** The new recovery codes, if this call completed the setup. */
  recoveryCodes: string[] | null
}

/**
 * Checks a code from the app, or a recovery code, which is then used up. The caller can sign a token with the second factor for the
 * returned viewer. The first correct code completes the setup and ends all other sessions. Throws INVALID_INPUT, SECOND_FACTOR_UNKNOWN,
 * CODE_INVALID, TOO_MANY_ATTEMPTS, and UNAUTHENTICATED if a concurrent call ended the session.
 */
export async function confirmSecondFactor(
  shop: Shop,
  viewer: Viewer,
  address: string,
  code: string,
): Promise<Confirmed> {
  return checking(shop, viewer, address, code, async (tx, factor) => {
    if (factor.confirmedAt) return { viewer, recoveryCodes: null }
    const recoveryCodes = await renew(tx, viewer)
    await tx.secondFactor.update({ where: { userId: viewer.id }, data: { confirmedAt: new Date() } })
    const changed = await endSessions(tx, viewer)
    await audit(tx, { actorId: viewer.id, action: 'addSecondFactor', subject: { type: 'User', id: viewer.id } })
    await tell(shop, tx, viewer, 'SECOND_FACTOR_ADDED')
    return { viewer: changed, recoveryCodes }
  })
}

/** Replaces the recovery codes. Throws like confirmSecondFactor. */
export async function renewRecoveryCodes(shop: Shop, viewer: Viewer, address: string, code: string): Promise<string[]> {
  return checking(shop, viewer, address, code, async (tx, { confirmedAt }) => {
    if (!confirmedAt) throw new DomainError('SECOND_FACTOR_UNKNOWN')
    await audit(tx, { actorId: viewer.id, action: 'renewRecoveryCodes', subject: { type: 'User', id: viewer.id } })
    await tell(shop, tx, viewer, 'RECOVERY_CODES_RENEWED')
    return renew(tx, viewer)
  })
}

/**
 * Removes the factor and ends all sessions. The caller can sign a new token for the returned viewer. With STAFF_TOTP=required, the account
 * needs a new factor before it can use the office.
 */
export async function removeSecondFactor(shop: Shop, viewer: Viewer, address: string, code: string): Promise<Viewer> {
  return checking(shop, viewer, address, code, async (tx) => {
    await tx.secondFactor.delete({ where: { userId: viewer.id } })
    await audit(tx, { actorId: viewer.id, action: 'removeSecondFactor', subject: { type: 'User', id: viewer.id } })
    await tell(shop, tx, viewer, 'SECOND_FACTOR_REMOVED')
    return endSessions(tx, viewer)
  })
}

/** Throws UNAUTHENTICATED if the session has ended in the meantime, so that it cannot get a new token. */
async function endSessions(tx: Tx, { id, tokenVersion }: Viewer): Promise<Viewer> {
  const [changed] = await tx.user.updateManyAndReturn({
    where: { id, tokenVersion, deletedAt: null },
    data: { tokenVersion: { increment: 1 } },
  })
  if (!changed) throw new DomainError('UNAUTHENTICATED')
  return changed
}

/** Emails a notice, but only to a verified address, because an unverified address may belong to a stranger. */
async function tell({ settings }: Shop, tx: Tx, { id, emailVerifiedAt }: Viewer, type: AccountMailKind): Promise<void> {
  if (settings.codesByMail && emailVerifiedAt)
    await addMessages(tx, [accountMessage(id, { type, at: new Date().toISOString() })])
}

async function renew(tx: Tx, { id: userId }: Viewer): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, () => randomBytes(RECOVERY_BYTES).toString('hex'))
  await tx.secondFactor.update({ where: { userId }, data: { recoveryHashes: codes.map(hashOf) } })
  return codes.map((code) => code.match(/.{4}/g)!.join('-'))
}

const hashOf = (code: string): string => createHash('sha256').update(code).digest('hex')

/**
 * Locks the factor, so that concurrent calls cannot use a code twice or try more codes than the limit. The count of wrong codes is part of
 * the same transaction. A recovery code cannot be guessed, so it works even while the account is locked. After 30 wrong codes in a row, only
 * a recovery code works for a day, and the owner gets an email.
 */
async function checking<Done>(
  shop: Shop,
  viewer: Viewer,
  address: string,
  input: string,
  work: (tx: Tx, factor: SecondFactor) => Promise<Done>,
): Promise<Done> {
  const code = parseField('code', factorCode, input)
  await countSignIn(shop, address)
  // Wrong codes are counted separately from passwords, and across all networks, because an attempt requires the password.
  const networks: [HashedNetwork] = [{ hash: 'second factor', times: 1 }]
  const attempt = { email: viewer.id, networks, rule: 'appCodes.perAccount' } as const
  const isGuessable = code.length <= TOTP_DIGITS
  const done = await shop.db.$transaction(async (tx) => {
    const counted = { db: tx, limits: shop.limits }
    await lockCart(tx, viewer)
    await tx.$queryRaw`SELECT FROM second_factor WHERE user_id = ${viewer.id}::uuid FOR UPDATE`
    const factor = await tx.secondFactor.findUnique({ where: { userId: viewer.id } })
    if (!factor || isAbandoned(factor)) throw new DomainError('SECOND_FACTOR_UNKNOWN')
    if (isGuessable) {
      await refuseLocked(counted, attempt)
      await refuseClosed(tx, viewer)
    }
    if (!(await use(shop, tx, viewer, factor, code))) {
      if (isGuessable) {
        await countFailure(counted, attempt)
        if (await countWrong(tx, WRONG_APP_CODES, viewer.id)) await tell(shop, tx, viewer, 'APP_CODES_CLOSED')
      }
      return null
    }
    if (isGuessable) await forgetFailures(counted, attempt)
    await forgetWrong(tx, WRONG_APP_CODES, viewer.id)
    return { result: await work(tx, factor) }
  })
  if (done) return done.result
  shop.log.warn({ userId: viewer.id }, 'wrong second factor code')
  throw new DomainError('CODE_INVALID', { field: 'code', message: 'This code is wrong or was already used.' })
}

/** Throws TOO_MANY_ATTEMPTS. */
async function refuseClosed(tx: Tx, { id }: Viewer): Promise<void> {
  const closedUntil = await findClosing(tx, WRONG_APP_CODES, id)
  if (!closedUntil) return
  const retryAfterSeconds = Math.ceil((+closedUntil - Date.now()) / 1000)
  throw refusal('appCodes.inARow', { field: 'code', retryAfterSeconds })
}

/** A setup that was not completed in time. Its secret may be known to a person who knew the password then, but no longer does. */
const isAbandoned = ({ confirmedAt, createdAt }: SecondFactor): boolean =>
  confirmedAt === null && createdAt.getTime() < Date.now() - SET_UP_MS

/** True if the code was correct. The code cannot be used again. */
async function use(shop: Shop, tx: Tx, viewer: Viewer, factor: SecondFactor, code: string): Promise<boolean> {
  const { userId, recoveryHashes, lastStep } = factor
  if (code.length > TOTP_DIGITS) {
    const hash = hashOf(code)
    if (!factor.confirmedAt || !recoveryHashes.includes(hash)) return false
    const left = recoveryHashes.filter((each) => each !== hash)
    await tx.secondFactor.update({ where: { userId }, data: { recoveryHashes: left } })
    const after = { left: left.length }
    await audit(tx, { actorId: userId, action: 'useRecoveryCode', subject: { type: 'User', id: userId }, after })
    await tell(shop, tx, viewer, 'RECOVERY_CODE_USED')
    return true
  }
  const secret = shop.sealer.open(factor.sealedSecret, userId)
  if (secret === null) {
    shop.log.error({ userId }, 'could not decrypt a second factor: JWT_SECRET has changed')
    throw new DomainError('SECOND_FACTOR_UNKNOWN', {
      message: 'This authenticator app no longer works. Use a recovery code, or ask your operator to reset it.',
    })
  }
  // Also accepts the previous and the next code, because the clocks of phones differ.
  const timestamp = Date.now()
  const totp = new TOTP({ secret })
  const delta = totp.validate({ token: code, timestamp, window: 1 })
  const step = totp.counter({ timestamp }) + (delta ?? 0)
  if (delta === null || (step <= lastStep && lastStep - step <= MAX_STEPS_AHEAD)) return false
  // Encrypting the secret again protects it with the newest JWT_SECRET.
  const data = { lastStep: step, sealedSecret: shop.sealer.seal(secret, userId) }
  await tx.secondFactor.update({ where: { userId }, data })
  return true
}
