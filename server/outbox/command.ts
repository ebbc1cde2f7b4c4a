/**
 * Lets an operator list, resend and discard messages of one outbox channel. For webhooks, and in the same way for mails:
 *
 * npm run webhooks -- list [--all] messages that were given up or are stopped, and with --all also waiting ones npm run webhooks -- resend
 * 17 18 | dead resends these messages, or all that `list` shows npm run webhooks -- discard 17 18 | dead deletes these messages, or all, if
 * they were given up
 */
import { parseArgs } from 'node:util'
import { UsageError } from '../commands/command'
import type { Db } from '../database/db'
import type { OutboxMessage } from '../generated/prisma/client'
import { discardMessages, listMessages, resendMessages, type ChannelName } from './outbox'

interface Words {
  usage: string
  /** The shop that resends the messages, as worded in the output. */
  sender: string
}

const COMMANDS = 'list [--all] | resend <id>… | resend dead | discard <id>… | discard dead'

const WORDS: Record<ChannelName, Words> = {
  webhook: { usage: `npm run webhooks -- ${COMMANDS}`, sender: 'a shop that runs with ORDER_WEBHOOK_URL' },
  mail: { usage: `npm run mails -- ${COMMANDS}`, sender: 'a shop that runs' },
}

export const usageOf = (channel: ChannelName): string => WORDS[channel].usage

/** Returns the lines for the terminal. Throws a UsageError that explains the problem. */
export const commandOf = (channel: ChannelName) => (db: Db, args: string[]) => runCommand(db, channel, args)

async function runCommand(db: Db, channel: ChannelName, args: string[]): Promise<string[]> {
  const { usage } = WORDS[channel]
  const { values, positionals } = readArguments(args, usage)
  const [command, ...rest] = positionals
  if (command === 'list' && rest.length === 0) return list(await listMessages(db, channel, values))
  if (rest.length > 0 && !values.all) {
    if (command === 'resend') return resend(db, channel, rest)
    if (command === 'discard') return discard(db, channel, rest)
  }
  throw new UsageError(`${args.length > 0 ? `Unknown: ${args.join(' ')}. ` : ''}Use: ${usage}`)
}

function readArguments(args: string[], usage: string) {
  try {
    return parseArgs({ args, allowPositionals: true, options: { all: { type: 'boolean', default: false } } })
  } catch (error) {
    throw new UsageError(`${(error as Error).message} Use: ${usage}`)
  }
}

function list(messages: OutboxMessage[]): string[] {
  if (messages.length === 0) return ['Nothing: all that was due has arrived.']
  return messages.map((message) => {
    const { type } = JSON.parse(message.body) as { type: string }
    const { id, topic, eventId, failures, createdAt, lastError } = message
    const parts = [id, stateOf(message), type, `order ${topic}`, `event ${eventId}`, createdAt.toISOString()]
    return [...parts, `${failures} failed`, lastError ?? ''].join('  ').trimEnd()
  })
}

const stateOf = ({ state, goneFrom, dueAt }: OutboxMessage): string =>
  goneFrom !== null ? 'GONE' : state === 'DEAD' ? 'DEAD' : `WAITING until ${dueAt.toISOString()}`

async function idsOf(db: Db, channel: ChannelName, wanted: string[]): Promise<number[]> {
  const bad = wanted.filter((id) => id !== 'dead' && !/^[1-9]\d{0,8}$/.test(id))
  if (bad.length > 0) throw new UsageError(`Not the id of a message: ${bad.join(', ')}. Use: ${WORDS[channel].usage}`)
  if (!wanted.includes('dead')) return [...new Set(wanted.map(Number))]
  return (await listMessages(db, channel)).map(({ id }) => id)
}

async function resend(db: Db, channel: ChannelName, wanted: string[]): Promise<string[]> {
  const ids = await idsOf(db, channel, wanted)
  const sent = await resendMessages(db, channel, ids)
  const missing = ids.length - sent
  return [
    `${sent} to be sent again, by ${WORDS[channel].sender}.`,
    ...(missing > 0 ? [`${missing} of them the outbox does not have (any more).`] : []),
  ]
}

async function discard(db: Db, channel: ChannelName, wanted: string[]): Promise<string[]> {
  const ids = await idsOf(db, channel, wanted)
  const discarded = await discardMessages(db, channel, ids)
  const kept = ids.length - discarded
  return [
    `${discarded} discarded: they are never sent.`,
    ...(kept > 0 ? [`${kept} of them were not given up, or are not there (any more).`] : []),
  ]
}
