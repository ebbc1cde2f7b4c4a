/**
 * Runs a cluster on one computer: three replicated PostgreSQL nodes, and two instances of every other process.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { asNobody, giveToNobody } from '../../server/testing'
import { projectRoot } from '../../server/settings'
import {
  DATABASE,
  ROLE,
  etcdArguments,
  haproxyConfiguration,
  nginxConfiguration,
  patroniConfiguration,
  pgbouncerConfiguration,
  redisArguments,
  shopEnvironment,
} from './configurations'
import type { Layout } from './layout'
import { endPostmaster, nodesFollow, postmasterPid, roleOf } from './nodes'
import type { Programs } from './packages'
import { Supervisor, type Service } from './supervisor'

/** Three data folders are created, and two of them are copied over the network. */
const MAX_START_MS = 120_000
const MAX_END_MS = 20_000
const PAUSE_MS = 200

export interface Part {
  name: string
  /** The current role, for a part whose role changes. */
  role: string
  pid: number | null
  address: string
  starts: number | null
}

interface Options {
  layout: Layout
  programs: Programs
  /** The pause before an exited process is restarted, or null if it is never restarted. */
  restartMs: number | null
  /** Added to the environment of each shop. */
  shopEnv?: Record<string, string>
  tell: (line: string) => void
  /** Stops the cluster, even while it is starting. */
  signal: AbortSignal
}

export interface Cluster {
  /** The address for shoppers. */
  origin: string
  layout: Layout
  /** All processes that may be killed. */
  parts(): Promise<Part[]>
  /** Runs `work` on the primary as the cluster's owner. */
  onPrimary<Result>(work: (client: pg.Client) => Promise<Result>, database?: string): Promise<Result>
  /**
   * Waits until every part runs in its role, and both shops are ready. After the timeout, throws an error that names the missing parts.
   */
  whole(timeoutMs?: number): Promise<void>
  end(): Promise<void>
}

export async function startCluster({
  layout,
  programs,
  restartMs,
  shopEnv = {},
  tell,
  signal,
}: Options): Promise<Cluster> {
  const { folder, nodes, etcd, shops, haproxy } = layout
  const supervisor = new Supervisor(folder, restartMs, tell)
  const write = (name: string, text: string): string => {
    const path = join(folder, name)
    writeFileSync(path, text)
    return path
  }
  const folderFor = (path: string): void => {
    mkdirSync(path, { recursive: true, mode: 0o700 })
    giveToNobody(path)
  }
  const start = (name: string, address: number | string, program: string, args: string[]): void =>
    supervisor.start({ name, address: addressOf(address), command: [...asNobody, program, ...args] } satisfies Service)

  const until = <Result>(check: () => Promise<Result>, timeoutMs: number) => repeatUntil(check, timeoutMs, signal)

  const cluster: Cluster = {
    origin: `http://127.0.0.1:${layout.nginx}`,
    layout,
    async parts() {
      const postmasters = await Promise.all(
        nodes.map(async (node) => ({
          name: node.name,
          role: await roleOf(node),
          pid: postmasterPid(node),
          address: addressOf(node.port),
          starts: null,
        })),
      )
      const supervised = supervisor.services.map(({ name, pid, address, starts }) => ({
        name,
        role: '',
        pid,
        address,
        starts,
      }))
      return [...supervised, ...postmasters]
    },
    onPrimary: (work, database = DATABASE) =>
      onDatabase(`postgresql://postgres@127.0.0.1:${haproxy.primary}/${database}`, work),
    async whole(timeoutMs = MAX_START_MS) {
      await until(async () => {
        const dead = (await this.parts()).filter(({ pid }) => pid === null)
        if (dead.length > 0) throw new Error(`${dead.map(({ name }) => name).join(', ')} not running`)
        await nodesFollow(nodes)
        for (const { opsPort, name } of shops) await ready(`http://127.0.0.1:${opsPort}/health/ready`, name)
      }, timeoutMs)
    },
    async end() {
      await supervisor.end()
      nodes.forEach(endPostmaster)
      await repeatUntil(async () => {
        if (nodes.some((node) => postmasterPid(node) !== null)) throw new Error('a postgres does not end')
      }, MAX_END_MS)
    },
  }

  process.once('exit', () => nodes.forEach(endPostmaster))
  giveToNobody(folder)
  try {
    for (const each of etcd) {
      folderFor(each.data)
      start(each.name, each.port, programs.etcd, etcdArguments(layout, each))
    }
    for (const node of nodes) {
      folderFor(join(node.data, '..'))
      const configuration = write(`${node.name}.yml`, patroniConfiguration(layout, node, programs.postgresBinaries))
      start(`patroni-${node.name.slice(-1)}`, node.restPort, programs.patroni, [configuration])
    }
    const haproxyConfig = write('haproxy.cfg', haproxyConfiguration(layout))
    start('haproxy', haproxy.primary, programs.haproxy, ['-db', '-f', haproxyConfig])
    start('redis', layout.redis, programs['redis-server'], redisArguments(layout))
    await until(() => nodesFollow(nodes), MAX_START_MS)
    await until(() => cluster.onPrimary(makeDatabase, 'postgres'), MAX_START_MS)
    for (const n of [1, 2]) {
      const name = `pgbouncer-${n}`
      start(name, layout.pgbouncer, programs.pgbouncer, [write(`${name}.ini`, pgbouncerConfiguration(layout, name))])
    }
    for (const shop of shops) {
      const env = { ...shopEnvironment(layout, shop), ...shopEnv }
      const command = [process.execPath, join(projectRoot, 'dist/server/main.js')]
      supervisor.start({ name: shop.name, address: addressOf(shop.port), command, env })
    }
    folderFor(join(folder, 'nginx'))
    const nginxConfig = write('nginx.conf', nginxConfiguration(layout))
    const nginxArguments = ['-c', nginxConfig, '-e', join(folder, 'nginx', 'error.log'), '-g', 'daemon off;']
    start('nginx', layout.nginx, programs.nginx, nginxArguments)
    await cluster.whole()
    await until(() => ready(`${cluster.origin}/api/products`, 'nginx'), MAX_START_MS)
    return cluster
  } catch (error) {
    await cluster.end()
    throw error
  }
}

const addressOf = (port: number | string): string => `127.0.0.1:${port}`

async function repeatUntil<Result>(
  check: () => Promise<Result>,
  timeoutMs: number,
  signal?: AbortSignal,
): Promise<Result> {
  const deadline = Date.now() + timeoutMs
  for (;;) {
    try {
      return await check()
    } catch (error) {
      signal?.throwIfAborted()
      if (Date.now() > deadline) throw error
    }
    await sleep(PAUSE_MS)
  }
}

async function ready(url: string, name: string): Promise<void> {
  const response = await fetch(url, { signal: AbortSignal.timeout(5_000) })
  const body = await response.text()
  if (!response.ok) throw new Error(`${name} is not ready: ${body.slice(0, 300)}`)
}

async function onDatabase<Result>(url: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 })
  client.on('error', () => {})
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

async function makeDatabase(client: pg.Client): Promise<void> {
  const { rows } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [DATABASE])
  if (rows.length > 0) return
  await client.query(`DO $$ BEGIN CREATE ROLE ${ROLE} LOGIN; EXCEPTION WHEN duplicate_object THEN NULL; END $$`)
  await client.query(`CREATE DATABASE ${DATABASE} OWNER ${ROLE}`)
}

export const remove = (folder: string): void => rmSync(folder, { recursive: true, force: true })
