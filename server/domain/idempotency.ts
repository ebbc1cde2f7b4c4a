/**
 * Answers a repeated call once. The key is written in the transaction that makes the change: a rival with the same key waits
 * in the database until that one ends, a failed call leaves no key, and a crash in between leaves neither key nor change.
 */
import { createHash } from 'node:crypto'
import { deserialize, serialize } from 'node:v8'
import { Prisma } from '../generated/prisma/client'
import type { Db, Tx } from '../database/client'
import { DomainError } from '../shared/errors'
import { idempotencyKey, parseField } from '../shared/validation'

export const KEY_LIFETIME_MS = 24 * 60 * 60 * 1000

/** How a caller marks a call that may be sent again; undefined where it never is. */
export type Idempotency = { key: string; onReplay?: () => void } | undefined

interface Call {
  /** Keys are per user and operation. */
  operation: string
  /** The same key with another input is refused: IDEMPOTENCY_KEY_REUSED. */
  input: unknown
  idempotency: Idempotency
}

export async function answerOnce<Answer>(
  db: Db,
  viewerId: string,
  call: Call,
  work: (tx: Tx) => Promise<Answer>,
): Promise<Answer> {
  const { operation, input, idempotency } = call
  if (!idempotency) return db.$transaction(work)
  const key = parseField('idempotencyKey', idempotencyKey, idempotency.key)
  const inputHash = createHash('sha256').update(JSON.stringify(input)).digest('hex')
  return db.$transaction(async (tx) => {
    const stored = await claim(tx, { userId: viewerId, operation, key, inputHash })
    if (stored) {
      idempotency.onReplay?.()
      return deserialize(stored) as Answer
    }
    const answer = await work(tx)
    await tx.idempotencyKey.update({
      where: { userId_operation_key: { userId: viewerId, operation, key } },
      data: { answer: Uint8Array.from(serialize(answer)) },
    })
    return answer
  })
}

interface Claim {
  userId: string
  operation: string
  key: string
  inputHash: string
}

/** The stored answer, or null where the key is this call's own from now on. A key past its lifetime is as good as new. */
async function claim(tx: Tx, { userId, operation, key, inputHash }: Claim): Promise<Uint8Array | null> {
  const expired = new Date(Date.now() - KEY_LIFETIME_MS)
  const claimed = await tx.$executeRaw(Prisma.sql`
    INSERT INTO idempotency_key (user_id, operation, key, input_hash)
    VALUES (${userId}::uuid, ${operation}, ${key}, ${inputHash})
    ON CONFLICT (user_id, operation, key) DO UPDATE SET input_hash = excluded.input_hash, answer = NULL, created_at = now()
    WHERE idempotency_key.created_at < ${expired}`)
  if (claimed === 1) return null
  const stored = await tx.idempotencyKey.findUniqueOrThrow({
    where: { userId_operation_key: { userId, operation, key } },
  })
  if (stored.inputHash !== inputHash || !stored.answer) {
    throw new DomainError('IDEMPOTENCY_KEY_REUSED', { field: 'idempotencyKey' })
  }
  return stored.answer
}

/** Forgets the keys past their lifetime. */
export async function sweepIdempotencyKeys(db: Db, now = new Date()): Promise<void> {
  await db.idempotencyKey.deleteMany({ where: { createdAt: { lt: new Date(now.getTime() - KEY_LIFETIME_MS) } } })
}
