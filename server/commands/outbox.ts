/**
 * Lets an operator list, resend and discard outbox messages. `npm run mails` takes the same arguments:
 *
 *   npm run webhooks -- list [--all]             lists dead and stopped messages; --all adds waiting ones
 *   npm run webhooks -- resend 17 18 | dead      resends these messages, or all that `list` shows
 *   npm run webhooks -- discard 17 18 | dead     deletes these dead messages, or all dead ones
 */
import { parseArgs } from 'node:util'
import { UsageError } from './command'
import type { Db } from '../database/db'
import type { OutboxMessage } from '../generated/prisma/client'
import { discardMessages, listMessages, resendMessages, type ChannelName } from '../outbox/outbox'

type CommandName = Extract<ChannelName, 'webhook' | 'mail'>

interface Words {
  channels: ChannelName[]
  usage: string
  /** The name that the output uses for the shop that resends the messages. */
  sender: string
}

const COMMANDS = 'list [--all] | resend <id>… | resend dead | discard <id>… | discard dead'

const WORDS: Record<CommandName, Words> = {
  webhook: {
    channels: ['webhook'],
    usage: `npm run webhooks -- ${COMMANDS}`,
    sender: 'a running shop with ORDER_WEBHOOK_URL',
  },
  mail: { channels: ['mail', 'account-mail'], usage: `npm run mails -- ${COMMANDS}`, sender: 'a running shop' },
}

export const usageOf = (command: CommandName): string => WORDS[command].usage

/** Returns the lines for the terminal. Throws a UsageError that explains the problem. */
export const commandOf = (command: CommandName) => (db: Db, args: string[]) => runCommand(db, command, args)

async function runCommand(db: Db, name: CommandName, args: string[]): Promise<string[]> {
  const { usage, channels } = WORDS[name]
  const { values, positionals } = readArguments(args, usage)
  const [command, ...rest] = positionals
  if (command === 'list' && rest.length === 0) return list(await listMessages(db, channels, values))
  if (rest.length > 0 && !values.all) {
    if (command === 'resend') return resend(db, name, rest)
    if (command === 'discard') return discard(db, name, rest)
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
  if (messages.length === 0) return ['No failed messages.']
  return messages.map((message) => {
    const { type } = JSON.parse(message.body) as { type: string }
    const { id, topic, eventId, failures, createdAt, lastError } = message
    const parts = [id, stateOf(message), type, `order ${topic}`, `event ${eventId}`, createdAt.toISOString()]
    return [...parts, `${failures} failed`, lastError ?? ''].join('  ').trimEnd()
  })
}

const stateOf = ({ state, goneFrom, dueAt }: OutboxMessage): string =>
  goneFrom !== null ? 'GONE' : state === 'DEAD' ? 'DEAD' : `WAITING until ${dueAt.toISOString()}`

async function idsOf(db: Db, command: CommandName, wanted: string[]): Promise<number[]> {
  const bad = wanted.filter((id) => id !== 'dead' && !/^[1-9]\d{0,8}$/.test(id))
  if (bad.length > 0)
    throw new UsageError(`These are not ids of messages: ${bad.join(', ')}. Use: ${WORDS[command].usage}`)
  if (!wanted.includes('dead')) return [...new Set(wanted.map(Number))]
  return (await listMessages(db, WORDS[command].channels)).map(({ id }) => id)
}

async function resend(db: Db, command: CommandName, wanted: string[]): Promise<string[]> {
  const ids = await idsOf(db, command, wanted)
  const sent = await resendMessages(db, WORDS[command].channels, ids)
  const missing = ids.length - sent
  return [
    `${sent} will be sent again by ${WORDS[command].sender}.`,
    ...(missing > 0 ? [`${missing} were not found.`] : []),
  ]
}

async function discard(db: Db, command: CommandName, wanted: string[]): Promise<string[]> {
  const ids = await idsOf(db, command, wanted)
  const discarded = await discardMessages(db, WORDS[command].channels, ids)
  const kept = ids.length - discarded
  return [
    `${discarded} discarded. They will not be sent.`,
    ...(kept > 0 ? [`${kept} were kept, because they were not found or may still be sent.`] : []),
  ]
}
