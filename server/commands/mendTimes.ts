/**
 * Corrects a database whose times are wrong, because a shop built before 1.0.0 used it while PostgreSQL's time zone was not UTC:
 *
 *   npm run mend-times -- Asia/Kolkata [--dry-run]    corrects the times that the shop wrote while PostgreSQL had that zone
 *   npm run mend-times -- --keep                      keeps the times as they are, so that the shop starts
 *
 * All changes are one transaction. A second run finds nothing to correct.
 */
import { parseArgs } from 'node:util'
import type pg from 'pg'
import { withMigrationLock } from '../database/migrations'
import { updateDatabase } from '../database/update'
import { countWrongTimes, HAS_TIME, isMarked, mark, TIME_OF_ID, WITNESSED } from '../database/utc'
import { connectTo, refuseOthers, withClient } from './backup/connection'
import { CommandError, UsageError, type Command } from './command'

/** The columns that Prisma wrote, by table. */
export const WRITTEN_BY_PRISMA: Record<string, string[]> = {
  address: ['created_at', 'updated_at'],
  api_key: ['expires_at', 'last_used_at', 'ended_at', 'created_at'],
  applied_seed: ['applied_at'],
  audit_entry: ['at'],
  consent: ['given_at', 'withdrawn_at'],
  coupon: ['valid_from', 'valid_until', 'ended_at'],
  customer_note: ['at'],
  downloaded_photo: ['created_at'],
  mail_code: ['used_at', 'created_at'],
  mail_pace: ['at'],
  order_event: ['at'],
  order_note: ['at'],
  order_return: ['requested_at', 'decided_at', 'received_at'],
  outbox_message: ['due_at', 'created_at'],
  photo: ['created_at', 'unused_since'],
  product_notice: ['created_at'],
  received_payment: ['received_at'],
  recent_login: ['at'],
  refund: ['due_at', 'requested_at', 'ended_at'],
  review: ['created_at', 'edited_at', 'withdrawn_at', 'hidden_at', 'replied_at'],
  review_upload: ['at'],
  sandbox_payment: ['created_at'],
  sandbox_refund: ['created_at'],
  second_factor: ['confirmed_at', 'created_at'],
  shop_order: [
    ...['expires_at', 'held_since', 'erase_address_at', 'address_changed_at', 'placed_at'],
    ...['payment_asked_at', 'review_asked_at'],
  ],
  sign_in_failures: ['window_to'],
  staff_invitation: ['expires_at', 'accepted_at', 'ended_at', 'created_at'],
  user_account: ['email_verified_at', 'taken_over_at', 'blocked_at', 'deleted_at', 'created_at', 'updated_at'],
  webhook_event: ['received_at'],
  wishlist_item: ['created_at', 'updated_at'],
}

/** The columns whose values the database wrote, or took from JSON with their zone. They are right. */
export const WRITTEN_BY_DATABASE: Record<string, string[]> = {
  cart_line: ['created_at', 'updated_at'],
  empty_search: ['last_at'],
  idempotency_key: ['created_at'],
  product_notice: ['sent_at'],
  sales_day: ['summed_at'],
  sandbox_order: ['created_at'],
  stock_return: ['returned_at'],
  takings_day: ['summed_at'],
}

/** Columns that Prisma wrote in some rows and the database in others. Nothing tells the rows apart, so their times stay. */
export const WRITTEN_BY_BOTH: Record<string, string[]> = {
  product: ['created_at', 'updated_at', 'hidden_at'],
  staff_role: ['created_at'],
}

export const mendTimes: Command = {
  usage: 'npm run mend-times -- TIME_ZONE [--dry-run] (or --keep)',
  async runAlone(call) {
    const chosen = readArguments(call.args)
    const { pool, close } = await connectTo(call.settings)
    try {
      await withClient(pool, async (client) => {
        if (call.settings.databaseUrl) await refuseOthers(client, 'The database of DATABASE_URL')
        await withMigrationLock(client, () => run(client, chosen, call.terminal.say))
      })
    } finally {
      await close()
    }
  },
}

type Chosen = { keep: true } | { keep: false; zone: string; isDry: boolean }

function readArguments(args: string[]): Chosen {
  const options = { keep: { type: 'boolean', default: false }, 'dry-run': { type: 'boolean', default: false } } as const
  try {
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true })
    const [zone, ...more] = positionals
    if (values.keep && zone === undefined && !values['dry-run']) return { keep: true }
    if (zone !== undefined && zone.length <= MAX_NAME && more.length === 0 && !values.keep)
      return { keep: false, zone, isDry: values['dry-run'] }
  } catch (error) {
    throw new UsageError((error as Error).message)
  }
  throw new UsageError('Give one time zone, or only --keep.')
}

/** Longer than any name of a zone. */
const MAX_NAME = 100

async function run(client: pg.ClientBase, chosen: Chosen, say: (line: string) => void): Promise<void> {
  await updateDatabase(client)
  const isDone = (await isMarked(client)) || (await countWrongTimes(client)) === 0
  if (isDone) return say('No times are wrong. Nothing was changed.')
  if (chosen.keep) {
    await mark(client)
    return say('The wrong times stay. The shop starts again, and writes the right times from now on.')
  }
  const { zone, isDry } = chosen
  await requireZone(client, zone)
  await requireOneZone(client, zone)
  await client.query('BEGIN')
  try {
    await mendAll(client, zone, say)
    if (!isDry) await mark(client)
    await client.query(isDry ? 'ROLLBACK' : 'COMMIT')
  } catch (error) {
    await client.query('ROLLBACK')
    throw error
  }
  for (const line of REMARKS) say(line)
  say(isDry ? 'This was a dry run. Nothing was changed.' : 'The times are corrected. Start the shop.')
}

const REMARKS = [
  'Unchanged, because the shop wrote some of these times and the database others:',
  ...Object.entries(WRITTEN_BY_BOTH).map(([table, columns]) => `  ${table}: ${columns.join(', ')}`),
  'Also unchanged: times in sent emails and webhooks, in stored results of repeated calls, and in the texts of changes.',
  'In a zone with summer time, times in the hour that is skipped in spring stay an hour late.',
]

/** Only names, because PostgreSQL also accepts offsets, whose sign means the opposite of what people expect. */
async function requireZone(client: pg.ClientBase, zone: string): Promise<void> {
  const { rows } = await client.query('SELECT FROM pg_timezone_names WHERE name = $1', [zone])
  if (rows.length === 0) throw new UsageError(`PostgreSQL has no time zone ${zone}. Names look like Asia/Kolkata.`)
}

/** A row that another zone wrote, such as UTC, cannot be told from the others in tables whose ids contain no time. */
async function requireOneZone(client: pg.ClientBase, zone: string): Promise<void> {
  const { rows } = await client.query<{ others: number; example: Date | null }>(
    `SELECT count(*)::int AS others, max(made) AS example FROM (${WITNESSED}) AS rows
     WHERE abs(extract(epoch FROM stored - (made AT TIME ZONE 'UTC') AT TIME ZONE $1)) > 60`,
    [zone],
  )
  const { others, example } = rows[0]!
  if (others === 0) return
  throw new CommandError(
    `${others} rows, the last one from ${example!.toISOString()}, were not written in the time zone ${zone}. Nothing was changed.` +
      ' Give the zone that PostgreSQL had. If it had more than one, the times cannot be corrected: restore a backup from before' +
      ' the change, or keep the times with --keep.',
  )
}

async function mendAll(client: pg.ClientBase, zone: string, say: (line: string) => void): Promise<void> {
  for (const [table, columns] of Object.entries(WRITTEN_BY_PRISMA)) {
    const sets = columns.map((name) => `"${name}" = ("${name}" AT TIME ZONE $1) AT TIME ZONE 'UTC'`)
    const { rowCount } = await client.query(`UPDATE "${table}" SET ${sets.join(', ')}`, [zone])
    if (rowCount) say(`  ${table}: ${rowCount} rows (${columns.join(', ')})`)
  }
  // In zones west of UTC, each event of an order was dated after the one before, which was read as if it were hours ahead.
  await client.query(`UPDATE order_event SET at = ${TIME_OF_ID} WHERE ${HAS_TIME}`)
  // The days of the payments and sales changed, so the maintenance task adds them up again.
  for (const table of ['takings_day', 'sales_day']) await client.query(`UPDATE "${table}" SET summed_at = NULL`)
}
