/**
 * Ensures that a repeated call takes effect only once. The key is written in the same transaction as the change. A concurrent call with the
 * same key waits for that transaction in the database. A failed call leaves no key, and a crash leaves neither key nor change. A replay parses
 * the stored result with the present schema; if it cannot, it returns the current state. Checkouts keep their key on the order instead.
 */
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { IdempotencyKey } from '../generated/prisma/client'
import type { Db, Tx } from '../database/db'
import { databaseTime } from '../database/databaseTime'
import { inSteps } from '../database/inSteps'
import { sqlWithin, statement, type Param } from '../database/sql'
import { RULES } from '../guards/rules'
import { DomainError } from '../shared/errors'
import { idempotencyKey, parseField } from '../shared/validation'
import { lockCart, type SignedIn } from './lockCart'
import type { Shop } from './shop'

export const KEY_LIFETIME_MS = RULES['lists.idempotencyKeys'].within

/** Marks a call that may be repeated; undefined for other calls. */
export type Idempotency = { key: string; onReplay?: () => void } | undefined

/** Defines how a result is stored as JSON and restored in a replay. */
export interface Replay<Result, Stored> {
  /** The stored part of a result. Fields that the schema does not name are not stored. */
  schema: z.ZodType<Stored>
  /** `stored` is null if an earlier version of the shop stored another format. In that case, `restore` reads the current data. */
  restore(tx: Tx, viewerId: string, stored: Stored | null): Promise<Result>
}

interface Call<Result, Stored> {
  /** Keys are unique per user and operation. */
  operation: string
  /** Reusing a key with different input throws IDEMPOTENCY_KEY_REUSED. */
  input: unknown
  idempotency: Idempotency
  replay: Replay<Result, Stored>
  /** Refuses a replay to a caller who has lost access since the request began. `work` does the same check. */
  check: (tx: Tx) => Promise<unknown>
}

/** For a shopper's change: `work` takes the cart's lock, which refuses an ended session. Throws like runOnce, and UNAUTHENTICATED. */
export const runOnceAs = <Result, Stored>(
  shop: Pick<Shop, 'db' | 'limits'>,
  viewer: SignedIn,
  call: Omit<Call<Result, Stored>, 'check'>,
  work: (tx: Tx) => Promise<Result>,
): Promise<Result> => runOnce(shop, viewer.id, { ...call, check: (tx) => lockCart(tx, viewer) }, work)

/** Throws INVALID_INPUT for a bad key, IDEMPOTENCY_KEY_REUSED, and the errors of `check`. */
export async function runOnce<Result, Stored>(
  { db, limits }: Pick<Shop, 'db' | 'limits'>,
  userId: string,
  { operation, input, idempotency, replay, check }: Call<Result, Stored>,
  work: (tx: Tx) => Promise<Result>,
): Promise<Result> {
  if (!idempotency) return db.$transaction(work)
  const key = parseField('idempotencyKey', idempotencyKey, idempotency.key)
  const inputHash = createHash('sha256').update(JSON.stringify(input)).digest('hex')
  const runUnderKey = async (tx: Tx): Promise<Result> => {
    const earlier = await claim(tx, { userId, operation, key, inputHash })
    if (earlier) {
      await check(tx)
      idempotency.onReplay?.()
      return replay.restore(tx, userId, replay.schema.safeParse(earlier.result).data ?? null)
    }
    const result = await work(tx)
    const stored = JSON.stringify(replay.schema.parse(result))
    await store(tx, { userId, operation, key, stored, limit: limits['lists.idempotencyKeys'] })
    return result
  }
  return db.$transaction(runUnderKey, { isIdempotent: true })
}

const STORE = statement(
  'store result',
  (
    _db,
    userId: Param<string>,
    operation: Param<string>,
    key: Param<string>,
    stored: Param<string>,
    most: Param<number | null>,
  ) => sql`
    WITH forgotten AS (
      DELETE FROM idempotency_key WHERE (user_id, operation, key) IN (
        SELECT user_id, operation, key FROM idempotency_key
        WHERE user_id = ${userId}::uuid AND (operation, key) <> (${operation}, ${key}) AND ${most}::int IS NOT NULL
        ORDER BY created_at DESC OFFSET ${most}::int FOR UPDATE SKIP LOCKED
      )
    )
    UPDATE idempotency_key SET result = ${stored}::jsonb
    WHERE user_id = ${userId}::uuid AND operation = ${operation} AND key = ${key}`,
)

/**
 * Stores the result under its key, and deletes the shopper's oldest keys above the limit. Refusing a new key instead would block the cart
 * of the guest account, which many people share: the client sends a key with each Add to Cart. Runs after the work, which holds the cart's
 * lock, and therefore sees the keys of concurrent calls. Skips a key that another call is reading. A later call deletes it.
 */
async function store(
  tx: Tx,
  { userId, operation, key, stored, limit }: Omit<Claim, 'inputHash'> & { stored: string; limit: number },
): Promise<void> {
  await sqlWithin(tx).rows(STORE, userId, operation, key, stored, limit === 0 ? null : limit - 1)
}

type Claim = Pick<IdempotencyKey, 'userId' | 'operation' | 'key' | 'inputHash'>

const CLAIM = statement(
  'claim key',
  (
    _db,
    userId: Param<string>,
    operation: Param<string>,
    key: Param<string>,
    inputHash: Param<string>,
    lifetimeMs: Param<number>,
  ) => sql<{ key: string }>`
    INSERT INTO idempotency_key (user_id, operation, key, input_hash)
    VALUES (${userId}::uuid, ${operation}, ${key}, ${inputHash})
    ON CONFLICT (user_id, operation, key) DO UPDATE SET input_hash = excluded.input_hash, result = NULL, created_at = now()
    WHERE idempotency_key.created_at < now() - ${lifetimeMs}::int * interval '1 millisecond'
    RETURNING key`,
)

/**
 * Returns an earlier call's stored result, or null if this call has claimed the key. A key can be claimed again once its lifetime is over
 * by the database's clock: a server whose clock is ahead would forget all keys and add twice.
 */
async function claim(tx: Tx, { userId, operation, key, inputHash }: Claim): Promise<{ result: unknown } | null> {
  const claimed = await sqlWithin(tx).rows(CLAIM, userId, operation, key, inputHash, KEY_LIFETIME_MS)
  if (claimed.length === 1) return null
  const stored = await tx.idempotencyKey.findUniqueOrThrow({
    where: { userId_operation_key: { userId, operation, key } },
  })
  if (stored.inputHash !== inputHash) throw new DomainError('IDEMPOTENCY_KEY_REUSED', { field: 'idempotencyKey' })
  return stored
}

/** Deletes the keys whose lifetime is over by the database's clock. */
export async function sweepIdempotencyKeys(db: Db): Promise<void> {
  const now = await databaseTime(db)
  const isOver = { createdAt: { lt: new Date(now.getTime() - KEY_LIFETIME_MS) } }
  await inSteps((limit) => db.idempotencyKey.deleteMany({ where: isOver, limit }))
}
