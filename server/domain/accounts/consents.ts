/** A shopper's consents. Each time a consent is given, a row is added; withdrawing it ends that row. */
import type { DbOrTx, Tx } from '../../database/db'
import type { Consent, User } from '../../generated/prisma/client'
import { CONSENTS, type ConsentPurpose } from '../../shared/consents'
import { invalidInput } from '../../shared/errors'
import { lockCart } from '../lockCart'
import type { Shop } from '../shop'
import { refuseDemoAccount } from './demoAccount'

export interface GivenConsent {
  purpose: ConsentPurpose
  /** The version of the text that the shopper saw. */
  version: number
}

/** The consents that allow an email that asks for reviews. */
export const AGREED_TO_REVIEW_REQUESTS = {
  purpose: 'REVIEW_REQUEST',
  version: CONSENTS.REVIEW_REQUEST.version,
  withdrawnAt: null,
} as const

/** The maximum number of rows per account, including ended ones. */
const MAX_ROWS = 100
const MAX_AT_ONCE = 10

/** Newest first. */
export const listConsents = ({ db }: { db: DbOrTx }, userId: string): Promise<Consent[]> =>
  db.consent.findMany({ where: { userId }, orderBy: [{ givenAt: 'desc' }, { id: 'desc' }], take: MAX_ROWS })

/**
 * Changes nothing if the consent was already given. Throws INVALID_INPUT for an old or unknown version, DEMO_ACCOUNT for a demo
 * account, and UNAUTHENTICATED.
 */
export async function giveConsent({ db }: Shop, viewer: User, consent: GivenConsent): Promise<void> {
  refuseDemoAccount(viewer)
  if (!isCurrent(consent)) throw otherVersion('version')
  await db.$transaction(async (tx) => {
    await lockCart(tx, viewer)
    await addConsent(tx, viewer.id, consent)
  })
}

/** Changes nothing if there is no consent. Throws DEMO_ACCOUNT for a demo account. */
export async function withdrawConsent({ db }: Shop, viewer: User, purpose: ConsentPurpose): Promise<void> {
  refuseDemoAccount(viewer)
  await db.$transaction(async (tx) => {
    await lockCart(tx, viewer)
    await endConsents(tx, viewer.id, purpose)
  })
}

/** Checks the consents of a new account. Throws INVALID_INPUT. */
export function checkConsents(consents: GivenConsent[]): void {
  if (consents.length > MAX_AT_ONCE) throw invalidInput('consents', `You can give at most ${MAX_AT_ONCE} consents.`)
  if (!consents.every(isCurrent)) throw otherVersion('consents')
}

const isCurrent = ({ purpose, version }: GivenConsent): boolean => version === CONSENTS[purpose].version

const otherVersion = (field: string) => invalidInput(field, 'This text has changed. Please load the page again.')

/** The caller has locked or created the account. An open consent to an earlier version ends. */
export async function addConsent(tx: Tx, userId: string, { purpose, version }: GivenConsent): Promise<void> {
  const open = await tx.consent.findFirst({ where: { userId, purpose, withdrawnAt: null } })
  if (open?.version === version) return
  await endConsents(tx, userId, purpose)
  await tx.consent.create({ data: { userId, purpose, version } })
  const older = await tx.consent.findMany({
    where: { userId },
    orderBy: [{ givenAt: 'desc' }, { id: 'desc' }],
    skip: MAX_ROWS,
    select: { id: true },
  })
  await tx.consent.deleteMany({ where: { id: { in: older.map(({ id }) => id) }, withdrawnAt: { not: null } } })
}

const endConsents = (tx: Tx, userId: string, purpose: ConsentPurpose) =>
  tx.consent.updateMany({ where: { userId, purpose, withdrawnAt: null }, data: { withdrawnAt: new Date() } })
