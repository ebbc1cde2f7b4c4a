/**
 * npm run move -- --to DATABASE_URL|embedded
 *
 * Copies the shop from the database in the settings to another one, which must be empty. The old one stays unchanged.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { withMigrationLock } from '../../database/migrations'
import { updateDatabase } from '../../database/update'
import { makeDataFolder } from '../../settings/dataFolder'
import type { Settings } from '../../settings'
import { isPostgres } from '../../settings/kinds'
import { UsageError, type Call, type Command } from '../command'
import { writeArchive } from './archive'
import { connectTo, refuseOthers, withClient, type Place } from './connection'
import { dump } from './dump'
import { inspect, type Backup } from './inspect'
import { load } from './load'

export const move: Command = {
  usage: 'npm run move -- --to postgresql://user:password@host:5432/database (or --to embedded)',
  async runAlone(call) {
    const { settings, terminal } = call
    const target = targetOf(call.args)
    if ((settings.databaseUrl ?? 'embedded') === target) throw new UsageError('The shop is already there.')
    const place = { ...settings, databaseUrl: target === 'embedded' ? null : target, databaseDirectUrl: null }
    const backup = await moveRows(call, place)
    for (const [name, { rows }] of Object.entries(backup.end.tables)) terminal.say(`  ${name}: ${rows}`)
    terminal.say('Everything was copied. Counts and checksums of all tables match.')
    for (const line of nextSteps(settings, target)) terminal.say(line)
  },
}

function targetOf(args: string[]): string {
  let to: string | undefined
  try {
    to = parseArgs({ args, options: { to: { type: 'string' } } }).values.to
  } catch (error) {
    throw new UsageError((error as Error).message)
  }
  if (to === undefined) throw new UsageError('Give the target with --to.')
  if (to !== 'embedded' && !isPostgres(to))
    throw new UsageError('--to must be an address such as postgresql://user:password@host:5432/database.')
  return to
}

/** Copies through a file, so that the old database is read completely before the new one is changed. */
async function moveRows(call: Call, target: Place): Promise<Backup> {
  const { dataDir } = call.settings
  makeDataFolder(dataDir)
  const folder = mkdtempSync(join(dataDir, 'moving-'))
  try {
    return await moveThrough(join(folder, 'shop.tar.gz'), call, target)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function moveThrough(file: string, { settings, terminal }: Call, target: Place): Promise<Backup> {
  const source = await connectTo(settings)
  try {
    return await withClient(source.pool, (client) => {
      const refuse = async () => {
        if (settings.databaseUrl) await refuseOthers(client, 'The database of DATABASE_URL')
      }
      // A server that starts in the meantime waits for this lock, so it sells nothing. The move detects that server before the commit.
      return withMigrationLock(client, async () => {
        await refuse()
        await writeArchive(file, async (archive) => void (await dump({ client, dataDir: null }, archive, terminal)))
        const backup = await inspect(file, terminal.signal)
        await fillTarget(backup, target, terminal, refuse)
        return backup
      })
    })
  } finally {
    await source.close()
  }
}

const EMPTY_ALONE = 'A shop can move only into an empty database. Nothing was moved.'

async function fillTarget(
  backup: Backup,
  target: Place,
  terminal: Call['terminal'],
  beforeCommit: () => Promise<void>,
): Promise<void> {
  const { pool, close } = await connectTo(target)
  try {
    await withClient(pool, async (client) => {
      const refuse = async () => {
        if (target.databaseUrl) await refuseOthers(client, 'The database of --to')
      }
      const into = {
        ...{ client, replace: { advice: EMPTY_ALONE }, putFile: null },
        beforeCommit: () => Promise.all([refuse(), beforeCommit()]).then(() => {}),
      }
      await withMigrationLock(client, async () => {
        await refuse()
        await load(backup, into, terminal)
        await updateDatabase(client)
      })
    })
  } finally {
    await close()
  }
}

/** The URL without its password. */
function shown(url: string): string {
  const named = new URL(url)
  if (named.password) named.password = '…'
  return decodeURIComponent(named.href)
}

const nextSteps = ({ dataDir, databaseUrl, jwtSecret }: Settings, target: string): string[] => [
  '',
  target === 'embedded'
    ? `Next: remove DATABASE_URL from the settings and start the shop.`
    : `Next: set DATABASE_URL=${shown(target)} in the settings, with the password, and start the shop.`,
  `The old database stays as it is until you remove it${databaseUrl ? '' : `: ${join(dataDir, 'postgres')}`}.`,
  `${dataDir} is still needed for the photos${jwtSecret ? '' : ' and for the secret that keeps everyone logged in'}. Copy it if you change the machine.`,
]
