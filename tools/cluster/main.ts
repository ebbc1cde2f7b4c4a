/**
 * `npm run cluster` runs the shop's multi-machine setup on one machine, until Ctrl-C. `-- --kill` kills each part in turn while shoppers
 * buy, and checks that no order is lost. With `-- --buy`, shoppers buy until Ctrl-C, and you kill parts yourself. See docs/cluster.md.
 */
import { mkdirSync, mkdtempSync } from 'node:fs'
import { createServer } from 'node:net'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { remove, startCluster, type Cluster } from './cluster'
import { killEach } from './kills'
import { tradeDuring } from './trade'
import { DEFAULT_FIRST_PORT, layoutOf, PORTS, portsOf, type Layout } from './layout'
import { findPrograms, foldersOf } from './packages'
import { table } from '../chaos/table'

const USE = 'Use: npm run cluster -- [--kill [--small] | --buy] [--no-restart] [--folder DIR] [--port 21000]'
/** The same as RestartSec=3 in systemd. */
const RESTART_MS = 3_000
/** How often the table is checked for changes and printed again. */
const LOOK_MS = 2_000

function readArguments() {
  try {
    const { values } = parseArgs({
      options: {
        kill: { type: 'boolean', default: false },
        buy: { type: 'boolean', default: false },
        small: { type: 'boolean', default: false },
        'no-restart': { type: 'boolean', default: false },
        folder: { type: 'string' },
        port: { type: 'string', default: String(DEFAULT_FIRST_PORT) },
      },
    })
    const port = Number(values.port)
    if (!Number.isInteger(port) || port < 1024 || port > 65_535 - PORTS)
      throw new Error(`--port must be a port number with ${PORTS} free ports from it.`)
    if (values.kill && values['no-restart']) throw new Error('Do not combine --kill and --no-restart.')
    return { ...values, port }
  } catch (error) {
    throw new Error(`${(error as Error).message} ${USE}`, { cause: error })
  }
}

async function refusePortsInUse(layout: Layout): Promise<void> {
  for (const port of portsOf(layout)) {
    const server = createServer().listen(port, '127.0.0.1')
    try {
      await once(server, 'listening')
    } catch {
      throw new Error(`Port ${port} is taken. Pass --port with the first of ${PORTS} free ports.`)
    }
    server.close()
    await once(server, 'close')
  }
}

async function keepUp(cluster: Cluster, signal: AbortSignal, news = () => ''): Promise<void> {
  console.log(`\n  The shop        ${cluster.origin}`)
  console.log(`  Files and logs  ${cluster.layout.folder}`)
  console.log('\n  You can kill -9 any of these processes. It restarts after some seconds. Ctrl-C stops all of them.\n')
  let last = ''
  while (!signal.aborted) {
    const parts = await cluster.parts()
    const text = table(
      ['process', 'pid', 'alive', 'role', 'address'],
      parts.map(({ name, pid, role, address }) => [
        name,
        String(pid ?? '-'),
        pid === null ? 'no' : 'yes',
        role,
        address,
      ]),
    )
    const now = new Date().toTimeString().slice(0, 8)
    if (text !== last) console.log(`${now}\n${text}\n`)
    if (news()) console.log(`  ${now}  ${news()}`)
    last = text
    await sleep(LOOK_MS, undefined, { signal }).catch(() => {})
  }
}

async function main(): Promise<number> {
  const { kill, buy, small, folder: given, port, 'no-restart': noRestart } = readArguments()
  const programs = findPrograms(foldersOf(process.env['PATH']))
  if ('missing' in programs) {
    console.error(`The cluster needs more packages. Run: apt-get install ${programs.missing.join(' ')}`)
    return 1
  }
  const ended = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => ended.abort(new Error('Stopped.')))
  const folder = given ? resolve(given) : mkdtempSync(join(tmpdir(), 'cerashop-cluster-'))
  try {
    mkdirSync(folder, { recursive: true })
    const layout = layoutOf(folder, port)
    await refusePortsInUse(layout)
    const restartMs = noRestart ? null : RESTART_MS
    const tell = (line: string) => console.log(`  ${line}`)
    const options = { layout, programs, restartMs, tell, signal: ended.signal }
    console.log('Starting. The first start creates three databases.')
    if (kill) return (await killEach(options, small)) ? 0 : 1
    if (buy) {
      const isGood = await tradeDuring(options, async (cluster, begin) => {
        const row = begin('processes that you killed')
        await keepUp(cluster, ended.signal, () => `${row.bought} bought, ${row.seen.length} errors seen`)
      })
      return isGood ? 0 : 1
    }
    const cluster = await startCluster(options)
    try {
      await keepUp(cluster, ended.signal)
    } finally {
      console.log('Stopping.')
      await cluster.end()
    }
    return 0
  } finally {
    if (!given) remove(folder)
  }
}

main().then(
  (code) => process.exit(code),
  (error: Error) => {
    console.error(error.message)
    process.exit(1)
  },
)
