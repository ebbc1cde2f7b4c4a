/** All commands by name, as `npm run <name> -- …` calls them. */
import { commandOf, usageOf } from '../outbox/command'
import { backup } from './backup/backup'
import { move } from './backup/move'
import { restore } from './backup/restore'
import { catalogue } from './catalogue/command'
import { orders } from './orders/command'
import { photos } from './photos/command'
import { commandOfLines, type Command } from './command'
import { runCommand as staff, USAGE as STAFF_USAGE } from './staff'

export const COMMANDS: Record<string, Command> = {
  backup,
  catalogue,
  mails: commandOfLines(usageOf('mail'), commandOf('mail')),
  move,
  orders,
  photos,
  restore,
  staff: commandOfLines(STAFF_USAGE, staff),
  webhooks: commandOfLines(usageOf('webhook'), commandOf('webhook')),
}

/** Null for an unknown name. */
export const findCommand = (name: string): Command | null => (Object.hasOwn(COMMANDS, name) ? COMMANDS[name]! : null)

/** One line per command, for `--help`. */
export const overview = (): string =>
  [
    'Commands. Where npm is missing, write `node dist/server/commands.js` for `npm run`, and leave out `--`:',
    ...Object.values(COMMANDS).map(({ usage }) => `  ${usage}`),
    'Add --help to a command for its usage alone.',
  ].join('\n')
