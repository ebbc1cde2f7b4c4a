/**
 * Tests the configurations of the cluster's programs as far as possible without them. An installed program also checks its own file.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { parseSettings, SETTING_NAMES } from '../../server/settings'
import {
  etcdArguments,
  haproxyConfiguration,
  nginxConfiguration,
  patroniConfiguration,
  pgbouncerConfiguration,
  shopEnvironment,
} from './configurations'
import { layoutOf, PORTS, portsOf } from './layout'
import { findPrograms } from './packages'

const folder = mkdtempSync(join(tmpdir(), 'cerashop-configurations-'))
afterAll(() => rmSync(folder, { recursive: true }))
const layout = layoutOf(folder, 30_000)
const file = (name: string, text: string): string => {
  const path = join(folder, name)
  writeFileSync(path, text)
  return path
}

/** In CI, a test whose program is missing runs and fails. */
const mustRun = (program: string): boolean => existsSync(program) || Boolean(process.env['CI'])

describe('the layout', () => {
  it('assigns a separate port to each part', () => {
    const ports = portsOf(layout)
    expect(new Set(ports).size).toBe(ports.length)
    expect(ports.every((port) => port >= 30_000 && port < 30_000 + PORTS)).toBe(true)
  })
})

describe('a missing package', () => {
  it('is reported by its apt name', () => {
    expect(findPrograms([folder], null)).toEqual({
      missing: ['postgresql', 'patroni', 'etcd-server', 'pgbouncer', 'haproxy', 'redis-server', 'nginx'],
    })
  })
})

describe('Patroni', () => {
  const configurations = layout.nodes.map((node) => parse(patroniConfiguration(layout, node, '/usr/lib/postgresql')))

  it('keeps an acknowledged commit on two nodes, and lets another node take over in time', () => {
    for (const { bootstrap, etcd3 } of configurations) {
      const { ttl, loop_wait, retry_timeout, synchronous_mode, synchronous_node_count } = bootstrap.dcs
      expect([synchronous_mode, synchronous_node_count]).toEqual([true, 1])
      // Patroni requires this minimum. Purchases must continue within 30 s.
      expect(ttl).toBeGreaterThanOrEqual(loop_wait + 2 * retry_timeout)
      expect(ttl + 2 * loop_wait).toBeLessThan(20)
      expect(etcd3.hosts).toEqual(layout.etcd.map(({ port }) => `127.0.0.1:${port}`))
    }
  })

  it('uses a separate folder and separate ports on each node', () => {
    for (const pick of ['name', 'postgresql.data_dir', 'postgresql.listen', 'restapi.listen']) {
      const values = configurations.map((each) => pick.split('.').reduce((value, key) => value[key], each) as string)
      expect(new Set(values).size).toBe(3)
    }
  })
})

describe('etcd', () => {
  it('includes all of its members', () => {
    const clusters = layout.etcd.map((each) => {
      const given = etcdArguments(layout, each)
      return given[given.indexOf('--initial-cluster') + 1]!
    })
    expect(new Set(clusters).size).toBe(1)
    expect(clusters[0]!.split(',')).toHaveLength(3)
  })
})

describe('HAProxy', () => {
  const text = haproxyConfiguration(layout)

  it('checks the Patroni of each node, and closes connections to a node whose role changed', () => {
    for (const { name, port, restPort } of layout.nodes)
      expect(text.match(new RegExp(`server ${name} 127.0.0.1:${port} check port ${restPort}$`, 'gm'))).toHaveLength(1)
    expect(text.match(/on-marked-down shutdown-sessions/g)).toHaveLength(1)
    expect(text.match(/uri \/(primary|replica)$/gm)).toEqual(['uri /primary'])
  })

  it.runIf(mustRun('/usr/sbin/haproxy'))('accepts the configuration', () => {
    execFileSync('/usr/sbin/haproxy', ['-c', '-q', '-f', file('haproxy.cfg', text)])
  })
})

describe('PgBouncer', () => {
  it('pools transactions, connects to the primary, and sets the statement timeout', () => {
    const lines = pgbouncerConfiguration(layout, 'pgbouncer-1').split('\n')
    expect(lines).toContain('pool_mode = transaction')
    expect(lines).toContain(`listen_port = ${layout.pgbouncer}`)
    expect(lines[1]).toContain(`port=${layout.haproxy.primary}`)
    expect(lines[1]).toMatch(/connect_query='SET statement_timeout = \d+'/)
  })
})

describe('nginx', () => {
  const text = nginxConfiguration(layout)

  it("uses the shop's sample configuration, adapted to this machine", () => {
    expect(text.match(/server [\d.]+:\d+ /g)).toEqual(layout.shops.map(({ port }) => `server 127.0.0.1:${port} `))
    expect(text.match(/listen .*;/g)).toEqual([`listen 127.0.0.1:${layout.nginx} default_server;`])
    expect(text).not.toMatch(/ssl|shop-\d|acme/)
    expect(text).toContain('location @keyed')
  })

  it.runIf(mustRun('/usr/sbin/nginx'))('accepts the configuration', () => {
    mkdirSync(join(folder, 'nginx'))
    const own = ['-t', '-q', '-e', join(folder, 'error.log'), '-c', file('nginx.conf', text)]
    execFileSync('/usr/sbin/nginx', own)
  })
})

describe('a shop of the cluster', () => {
  it('has valid settings, and waits long enough for another node to take over', () => {
    for (const shop of layout.shops) {
      const env = shopEnvironment(layout, shop)
      expect(Object.keys(env).filter((name) => !SETTING_NAMES.includes(name))).toEqual([])
      const { databaseUrl, databaseDirectUrl, databaseRetryMs } = parseSettings(env)
      expect(databaseUrl).toContain(`:${layout.pgbouncer}/`)
      expect(databaseDirectUrl).toContain(`:${layout.haproxy.primary}/`)
      expect(databaseRetryMs).toBeGreaterThan(20_000)
    }
  })
})
