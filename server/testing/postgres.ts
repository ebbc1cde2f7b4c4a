/** Creates a PostgreSQL database for the benchmark, on the server in BENCH_DATABASE_URL or on a temporary one. */
import { execFileSync, spawn, type ChildProcess, type StdioOptions } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { folderForDatabases } from './folderForDatabases'
import { freePort, stop } from './processes'

export interface Postgres {
  /** The folder of its socket. Null for the server in BENCH_DATABASE_URL. */
  folder?: string
  /** The URL of an empty database. */
  url: string
  /** Ends all sessions at once without a shutdown, and starts the server again. Null for the server in BENCH_DATABASE_URL. */
  restart: (() => Promise<void>) | null
  stop(): Promise<void>
}

/** The note that the table shows if the figures for a server are missing. */
export const NO_POSTGRES = 'no PostgreSQL: set BENCH_DATABASE_URL, or install one under /usr/lib/postgresql'

/** Where Debian and its derivatives install PostgreSQL, with one folder per version. */
const INSTALLED = '/usr/lib/postgresql'
const START_TIMEOUT_MS = 20_000
const LOG = 'server.log'
const LOG_CHARS = 2_000
/** A failed command's error then contains the command's error output. */
const ERRORS_ONLY: StdioOptions = ['ignore', 'ignore', 'pipe']

/** Null if PostgreSQL is not available. */
export async function startPostgres(): Promise<Postgres | null> {
  const given = process.env['BENCH_DATABASE_URL']
  if (given) return ownDatabase(given)
  const installation = newestInstalled()
  return installation === null ? null : startCluster(installation)
}

/** A server for a test run, or null if PostgreSQL is not installed. A crash may damage its files, which are temporary. */
export async function startTestPostgres(): Promise<Postgres | null> {
  const installation = newestInstalled()
  const settings = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'max_connections=300']
  // A running autovacuum would keep VACUUM from marking pages as visible, and so change plans.
  settings.push('autovacuum=off')
  if (installation === null) return null
  const postgres = await startCluster(installation, settings, { parent: folderForDatabases() })
  return { ...postgres, url: overSocket(postgres) }
}

function overSocket({ url, folder }: Postgres): string {
  const socket = new URL(url)
  socket.searchParams.set('host', folder!)
  return socket.href
}

interface IndianPostgres extends Postgres {
  /** Moves the server's clock this many milliseconds ahead of the machine's. */
  setAhead: (ms: number) => void
}

/**
 * A server as initdb makes it on a machine in India, and with other formats than the shop's wherever PostgreSQL has a choice. Null if
 * PostgreSQL or libfaketime, which moves its clock, is not installed.
 */
export async function startIndianPostgres(): Promise<IndianPostgres | null> {
  const installation = newestInstalled()
  const library = fakeTimeLibrary()
  if (installation === null || library === null) return null
  const folder = mkdtempSync(join(tmpdir(), 'cerashop-clock-'))
  const clock = join(folder, 'ahead')
  const setAhead = (ms: number) => writeFileSync(clock, `+${ms / 1000}`)
  setAhead(0)
  chmodSync(folder, 0o755)
  const env = {
    ...{ LD_PRELOAD: library, FAKETIME_TIMESTAMP_FILE: clock, FAKETIME_NO_CACHE: '1' },
    ...{ FAKETIME_DONT_FAKE_MONOTONIC: '1', DONT_FAKE_MONOTONIC: '1' },
  }
  const formats = ['DateStyle=German, DMY', 'IntervalStyle=sql_standard', 'bytea_output=escape', 'lc_messages=C']
  // initdb takes the time zone from the environment, and PostgreSQL has its own copy of the ICU locales.
  const locale = ['--locale=C.UTF-8', '--locale-provider=icu', '--icu-locale=hi-IN']
  const postgres = await startCluster(installation, formats, { env, locale, zone: 'Asia/Kolkata' })
  const stop = () => postgres.stop().finally(() => rmSync(folder, { recursive: true, force: true }))
  return { ...postgres, setAhead, stop }
}

/** Where Debian and its derivatives install libfaketime, by architecture. */
function fakeTimeLibrary(): string | null {
  const folders = readdirSync('/usr/lib').map((name) => join('/usr/lib', name, 'faketime/libfaketime.so.1'))
  return folders.find((file) => existsSync(file)) ?? null
}

/** The folder of the newest version, or null if PostgreSQL is not installed. */
export function newestInstalled(): string | null {
  if (!existsSync(INSTALLED)) return null
  const whole = readdirSync(INSTALLED).filter((name) => existsSync(join(INSTALLED, name, 'bin/initdb')))
  const version = whole.sort((a, b) => Number(b) - Number(a))[0]
  return version === undefined ? null : join(INSTALLED, version)
}

/** Creates a database on the given server and drops it afterwards. The server's other databases are not touched. */
async function ownDatabase(url: string): Promise<Postgres> {
  const name = `cerashop_bench_${randomUUID().replaceAll('-', '')}`
  await run(url, `CREATE DATABASE ${name}`)
  const own = new URL(url)
  own.pathname = `/${name}`
  return { url: own.href, restart: null, stop: () => run(url, `DROP DATABASE ${name} WITH (FORCE)`) }
}

async function run(url: string, sql: string): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}

/** PostgreSQL refuses to run as root, so root runs it as the user `nobody`. */
const isRoot = process.getuid?.() === 0
export const asNobody = isRoot ? ['setpriv', '--reuid=nobody', '--regid=nogroup', '--clear-groups'] : []

interface Cluster {
  /** The server's environment, in addition to this process's. */
  env?: Record<string, string>
  /** The options of initdb for its locale. */
  locale?: string[]
  /** The machine's time zone, for initdb. */
  zone?: string
  /** Where its folder is created. */
  parent?: string
}

/** `settings` are PostgreSQL's parameters, for example `fsync=off`. */
async function startCluster(
  installation: string,
  settings: readonly string[] = [],
  { env = {}, locale = ['--locale=C.UTF-8'], zone, parent = tmpdir() }: Cluster = {},
): Promise<Postgres> {
  const folder = mkdtempSync(join(parent, 'cerashop-postgres-'))
  giveToNobody(folder)
  const data = join(folder, 'data')
  const password = randomBytes(16).toString('hex')
  const passwordFile = join(folder, 'password')
  writeFileSync(passwordFile, password, { mode: 0o600 })
  giveToNobody(passwordFile)
  // Other users of this machine can reach the port, but not the socket, which is in the folder.
  const access = ['--auth-local=trust', '--auth-host=scram-sha-256', `--pwfile=${passwordFile}`]
  const cluster = ['--username=postgres', ...access, '--encoding=UTF8', ...locale, '--no-sync']
  const [program, ...rest] = [...asNobody, join(installation, 'bin/initdb'), '-D', data, ...cluster]
  runOrRemove(folder, program!, rest, zone === undefined ? {} : { TZ: zone })
  return serve(installation, folder, password, settings, env)
}

/** Starts a standby of a server that was started with startPostgres. */
export async function startStandby(url: string): Promise<Postgres> {
  const installation = newestInstalled()!
  const folder = mkdtempSync(join(tmpdir(), 'cerashop-standby-'))
  giveToNobody(folder)
  const copy = ['-d', url, '-D', join(folder, 'data'), '-R', '-X', 'stream', '-c', 'fast', '--no-sync']
  const [program, ...rest] = [...asNobody, join(installation, 'bin/pg_basebackup'), ...copy]
  runOrRemove(folder, program!, rest)
  return serve(installation, folder, new URL(url).password)
}

/** Removes the folder if the command fails. */
function runOrRemove(folder: string, program: string, args: string[], env: Record<string, string> = {}): void {
  try {
    execFileSync(program, args, { stdio: ERRORS_ONLY, cwd: folder, env: { ...process.env, ...env } })
  } catch (error) {
    rmSync(folder, { recursive: true, force: true })
    throw error
  }
}

async function serve(
  installation: string,
  folder: string,
  password: string,
  further: readonly string[] = [],
  env: Record<string, string> = {},
): Promise<Postgres> {
  const port = await freePort()
  const start = () => spawnServer(installation, folder, { port, further, env })
  let child = start()
  // Stops the server even if the benchmark fails.
  process.once('exit', () => child.kill('SIGQUIT'))
  const url = `postgres://postgres:${password}@127.0.0.1:${port}/postgres`
  async function end(): Promise<void> {
    // SIGINT ends the server's sessions and closes it cleanly.
    await stop(child, 'SIGINT')
    rmSync(folder, { recursive: true, force: true })
  }
  async function restart(): Promise<void> {
    await stop(child, 'SIGQUIT')
    child = start()
    await untilReady(url, child)
  }
  try {
    await untilReady(url, child)
    return { url, folder, restart, stop: end }
  } catch (cause) {
    const log = readFileSync(join(folder, LOG), 'utf8').slice(-LOG_CHARS)
    await end()
    throw new Error(`PostgreSQL did not start: ${log}`, { cause })
  }
}

/** Changes the owner if this process runs as root. */
export function giveToNobody(folder: string): void {
  if (isRoot) chownSync(folder, idOf('-u'), idOf('-g'))
}

const idOf = (kind: '-u' | '-g'): number => Number(execFileSync('id', [kind, 'nobody'], { encoding: 'utf8' }))

/** Counts the server's statements if the required extension is installed. */
function spawnServer(
  installation: string,
  folder: string,
  { port, further, env }: { port: number; further: readonly string[]; env: Record<string, string> },
): ChildProcess {
  const counts = existsSync(join(installation, 'lib/pg_stat_statements.so'))
  const settings = [
    'listen_addresses=127.0.0.1',
    `port=${port}`,
    `unix_socket_directories=${folder}`,
    ...(counts ? ['shared_preload_libraries=pg_stat_statements'] : []),
    ...further,
  ]
  // Set after the change of the user, because libfaketime's shared memory belongs to the user.
  const variables = ['env', ...Object.entries(env).map(([name, value]) => `${name}=${value}`)]
  const server = [
    ...variables,
    join(installation, 'bin/postgres'),
    '-D',
    join(folder, 'data'),
    ...settings.flatMap((setting) => ['-c', setting]),
  ]
  const [program, ...rest] = [...asNobody, ...server]
  const log = openSync(join(folder, LOG), 'a')
  const child = spawn(program!, rest, { stdio: ['ignore', 'ignore', log], cwd: folder })
  closeSync(log)
  return child
}

async function untilReady(url: string, child: ChildProcess): Promise<void> {
  const end = Date.now() + START_TIMEOUT_MS
  for (;;) {
    try {
      return await run(url, 'SELECT 1')
    } catch (error) {
      if (child.exitCode !== null || Date.now() > end) throw error
      await sleep(50)
    }
  }
}
