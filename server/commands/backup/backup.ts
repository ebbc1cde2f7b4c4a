/**
 * npm run backup -- FOLDER|FILE [--with-secret]
 *
 * Saves a snapshot of the whole shop in one file: the database, embedded or not, and the files in DATA_DIR. Leaves out the secret that signs tokens and
 * opens authenticator apps, unless --with-secret is given.
 */
import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { CommandError, UsageError, type Call, type Command } from '../command'
import { writeArchive } from './archive'
import { withClient } from './connection'
import { migrationNames } from '../../database/migrations'
import { dump } from './dump'
import { SECRET_FILE, type End } from './format'
import { readMigrations } from './shape'

export const backup: Command = {
  usage: 'npm run backup -- FOLDER|FILE.tar.gz [--with-secret]',
  async runOnPool({ args, settings, terminal }, pool) {
    const { target, withSecret } = readArguments(args)
    const file = fileOf(terminal.pathOf(target))
    const began = performance.now()
    let end: End | undefined
    let isNewer = false
    await writeArchive(file, (archive) =>
      withClient(pool, async (client) => {
        const own = new Set(migrationNames())
        isNewer = (await readMigrations(client)).some(({ name }) => !own.has(name))
        end = await dump({ client, dataDir: settings.dataDir, withSecret }, archive, terminal)
      }),
    )
    const seconds = ((performance.now() - began) / 1000).toFixed(1)
    const megabytes = (statSync(file).size / 1_000_000).toFixed(1)
    terminal.say(`${describe(end!)}, in ${file}: ${megabytes} MB, after ${seconds} s.`)
    if (isNewer)
      terminal.say(
        'The database was updated by a newer version of the shop. Only that version can restore this backup.',
      )
    terminal.say(secrecyOf(end!, settings))
  },
}

function readArguments(args: string[]): { target: string; withSecret: boolean } {
  const options = { 'with-secret': { type: 'boolean', default: false } } as const
  try {
    const { values, positionals } = parseArgs({ args, allowPositionals: true, options })
    const [target, ...rest] = positionals
    if (target !== undefined && rest.length === 0) return { target, withSecret: values['with-secret'] }
  } catch (error) {
    throw new UsageError((error as Error).message)
  }
  throw new UsageError('Give the folder or file for the backup.')
}

function secrecyOf({ files }: End, { jwtSecret, dataDir }: Call['settings']): string {
  if (SECRET_FILE in files)
    return 'This file contains all customers and the secret of the shop. Keep it in a private place.'
  const place = jwtSecret ? 'JWT_SECRET' : join(dataDir, SECRET_FILE)
  return `This file contains all customers, but not the secret of the shop. Keep the file in a private place, and a copy of ${place} in another.`
}

/** For a folder, derives the file name from the time. */
function fileOf(path: string): string {
  if (existsSync(path) && statSync(path).isDirectory())
    return join(path, `cerashop-${new Date().toISOString().slice(0, 19).replaceAll(':', '-')}Z.tar.gz`)
  if (!/\.(tar\.gz|tgz)$/.test(path))
    throw new UsageError(`There is no folder ${path}. Create it, or give a file that ends with .tar.gz.`)
  if (existsSync(path)) throw new CommandError(`${path} already exists. A backup never replaces another one.`)
  return path
}

/** `22 tables with 12,345 rows, 3 files` */
export function describe({ tables, files }: Pick<End, 'tables' | 'files'>): string {
  const all = Object.values(tables)
  const rows = all.reduce((sum, each) => sum + each.rows, 0)
  return `${all.length} tables with ${rows} rows, and ${Object.keys(files).length} files`
}
