/**
 * What an operator sees of the outbox, and sends once more:
 *
 *   npm run webhooks -- list [--all]           what was given up or stands still; with --all also what waits
 *   npm run webhooks -- resend 17 18 | dead    these, or all that `list` shows
 */
import { parseArgs } from 'node:util'
import { UsageError } from '../commands/command'
import type { Db } from '../database/client'
import type { OutboxMessage } from '../generated/prisma/client'
import { listMessages, resendMessages } from './outbox'

export const USAGE = 'npm run webhooks -- list [--all] | resend <id>… | resend dead'

/** The lines that the terminal shows. Throws a UsageError that says what is wrong. */
export async function runCommand(db: Db, args: string[]): Promise<string[]> {
  const { values, positionals } = readArguments(args)
  const [command, ...rest] = positionals
  if (command === 'list' && rest.length === 0) return list(await listMessages(db, values))
  if (command === 'resend' && rest.length > 0 && !values.all) return resend(db, rest)
  throw new UsageError(`${args.length > 0 ? `Unknown: ${args.join(' ')}. ` : ''}Use: ${USAGE}`)
}

function readArguments(args: string[]) {
  try {
    return parseArgs({ args, allowPositionals: true, options: { all: { type: 'boolean', default: false } } })
  } catch (error) {
    throw new UsageError(`${(error as Error).message} Use: ${USAGE}`)
  }
}

function list(messages: OutboxMessage[]): string[] {
  if (messages.length === 0) return ['Nothing: all that was due has arrived.']
  return messages.map((message) => {
    const { type } = JSON.parse(message.body) as { type: string }
    const { id, topic, eventId, failures, createdAt, lastError } = message
    const parts = [id, stateOf(message), type, `order ${topic}`, `webhook-id ${eventId}`, createdAt.toISOString()]
    return [...parts, `${failures} failed`, lastError ?? ''].join('  ').trimEnd()
  })
}

const stateOf = ({ state, goneFrom, dueAt }: OutboxMessage): string =>
  goneFrom !== null ? 'GONE' : state === 'DEAD' ? 'DEAD' : `WAITING until ${dueAt.toISOString()}`

async function resend(db: Db, wanted: string[]): Promise<string[]> {
  const bad = wanted.filter((id) => id !== 'dead' && !/^[1-9]\d{0,8}$/.test(id))
  if (bad.length > 0) throw new UsageError(`Not the id of a message: ${bad.join(', ')}. Use: ${USAGE}`)
  const ids = wanted.includes('dead') ? (await listMessages(db)).map(({ id }) => id) : wanted.map(Number)
  const sent = await resendMessages(db, ids)
  const missing = new Set(ids).size - sent
  return [
    `${sent} to be sent again, by a shop that runs with ORDER_WEBHOOK_URL.`,
    ...(missing > 0 ? [`${missing} of them the outbox does not have (any more).`] : []),
  ]
}
