/** All commands by name, as `npm run <name> -- …` calls them. */
import { commandOf, usageOf } from './outbox'
import { backup } from './backup/backup'
import { move } from './backup/move'
import { restore } from './backup/restore'
import { breach } from './breach'
import { catalogue } from './catalogue/command'
import { orders } from './orders/command'
import { photos } from './photos/command'
import { commandOfLines, type Command } from './command'
import { runCommand as keys, USAGE as KEYS_USAGE } from './keys'
import { runCommand as staff, USAGE as STAFF_USAGE } from './staff'

export const COMMANDS: Record<string, Command> = {
  backup,
  breach,
  catalogue,
  keys: commandOfLines(KEYS_USAGE, keys),
  mails: commandOfLines(usageOf('mail'), commandOf('mail')),
  move,
  orders,
  photos,
  restore,
  staff: commandOfLines(STAFF_USAGE, (db, args, { mail }) => staff(db, args, { mayConfirm: Boolean(mail?.smtp) })),
  webhooks: commandOfLines(usageOf('webhook'), commandOf('webhook')),
}

/** Null for an unknown name. */
export const findCommand = (name: string): Command | null => (Object.hasOwn(COMMANDS, name) ? COMMANDS[name]! : null)

/** Returns one line per command, for `--help`. */
export const overview = (): string =>
  [
    'Commands. Without npm, write `node dist/server/commands.js` instead of `npm run`, and omit `--`:',
    ...Object.values(COMMANDS).map(({ usage }) => `  ${usage}`),
    'Add --help to a command to show its usage.',
  ].join('\n')
