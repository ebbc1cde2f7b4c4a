/**
 * npm run restore -- FILE [--replace]
 *
 * Restores a backup to the configured database, and its files to DATA_DIR. The shop must not be running.
 */
import { mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { updateDatabase } from '../../database/update'
import { makeDataFolder } from '../../settings/dataFolder'
import { UsageError, type Call, type Command } from '../command'
import { describe } from './backup'
import { connectTo, refuseOthers, withClient } from './connection'
import { inspect, type Backup } from './inspect'
import { load } from './load'
import { SECRET_FILE } from './format'
import { explainSecret } from './secret'

export const restore: Command = {
  usage: 'npm run restore -- FILE.tar.gz [--replace]',
  async runAlone(call) {
    const { file, replace } = readArguments(call.args)
    const { terminal } = call
    const backup = await inspect(terminal.pathOf(file), terminal.signal)
    terminal.say(`${file} is complete: ${describe(backup.end)}, made at ${backup.beginning.madeAt}.`)
    const notes = await putBack(backup, replace, call)
    terminal.say('Restored. Counts and checksums of all tables match.')
    notes.forEach(terminal.say)
  },
}

function readArguments(args: string[]): { file: string; replace: boolean } {
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { replace: { type: 'boolean', default: false } },
    })
    const [file, ...rest] = positionals
    if (file !== undefined && rest.length === 0) return { file, replace: values.replace }
  } catch (error) {
    throw new UsageError((error as Error).message)
  }
  throw new UsageError('Give one backup file.')
}

const REPLACES = '--replace overwrites them with the backup.'
const WAITING = 'restoring-'

/**
 * Keeps the files in a temporary folder of DATA_DIR until the database has all of its rows. Returns the lines that explain what the shop's
 * secret means for the restored shop.
 */
async function putBack(backup: Backup, replace: boolean, { settings, terminal }: Call): Promise<string[]> {
  const { dataDir } = settings
  const connection = await connectTo(settings)
  const waiting = join(dataDir, `${WAITING}${process.pid}`)
  try {
    makeDataFolder(dataDir)
    for (const left of readdirSync(dataDir))
      if (left.startsWith(WAITING)) rmSync(join(dataDir, left), { recursive: true })
    const putFile = (path: string, content: Buffer) => {
      mkdirSync(dirname(join(waiting, path)), { recursive: true, mode: 0o700 })
      writeFileSync(join(waiting, path), content, { mode: 0o600, flush: true })
    }
    await withClient(connection.pool, async (client) => {
      if (settings.databaseUrl) await refuseOthers(client, 'The database of DATABASE_URL')
      await load(backup, { client, replace: replace || { advice: REPLACES }, putFile }, terminal)
    })
    for (const path of Object.keys(backup.end.files)) {
      mkdirSync(dirname(join(dataDir, path)), { recursive: true, mode: 0o700 })
      renameSync(join(waiting, path), join(dataDir, path))
    }
    return await withClient(connection.pool, async (client) => {
      await updateDatabase(client)
      return explainSecret(client, settings, SECRET_FILE in backup.end.files)
    })
  } finally {
    rmSync(waiting, { recursive: true, force: true })
    await connection.close()
  }
}
