/** What the cluster's engines are told, as far as that can be tried without them; where one is installed, it reads its file itself. */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { parseSettings } from '../../server/settings'
import { SETTING_NAMES } from '../../server/settings/environment'
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

describe('the layout', () => {
  it('has a port of its own for each part', () => {
    const ports = portsOf(layout)
    expect(new Set(ports).size).toBe(ports.length)
    expect(ports.every((port) => port >= 30_000 && port < 30_000 + PORTS)).toBe(true)
  })
})

describe('the packages', () => {
  it('that are missing are named as apt knows them', () => {
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
      // Its own rule; purchases have to go on within 30 s.
      expect(ttl).toBeGreaterThanOrEqual(loop_wait + 2 * retry_timeout)
      expect(ttl + 2 * loop_wait).toBeLessThan(20)
      expect(etcd3.hosts).toEqual(layout.etcd.map(({ port }) => `127.0.0.1:${port}`))
    }
  })

  it('has its own place on each node', () => {
    for (const pick of ['name', 'postgresql.data_dir', 'postgresql.listen', 'restapi.listen']) {
      const values = configurations.map((each) => pick.split('.').reduce((value, key) => value[key], each) as string)
      expect(new Set(values).size).toBe(3)
    }
  })
})

describe('etcd', () => {
  it('knows all of its members', () => {
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

  it('asks each Patroni, and ends connections to a node that is no longer what it was', () => {
    for (const { name, port, restPort } of layout.nodes)
      expect(text.match(new RegExp(`server ${name} 127.0.0.1:${port} check port ${restPort}$`, 'gm'))).toHaveLength(2)
    expect(text.match(/on-marked-down shutdown-sessions/g)).toHaveLength(2)
    expect(text.match(/uri \/(primary|replica)$/gm)).toEqual(['uri /primary', 'uri /replica'])
  })

  it.runIf(existsSync('/usr/sbin/haproxy'))('reads it', () => {
    execFileSync('/usr/sbin/haproxy', ['-c', '-q', '-f', file('haproxy.cfg', text)])
  })
})

describe('PgBouncer', () => {
  it('pools transactions, leads to the primary, and ends statements that the shop cannot', () => {
    const lines = pgbouncerConfiguration(layout, 'pgbouncer-1').split('\n')
    expect(lines).toContain('pool_mode = transaction')
    expect(lines).toContain(`listen_port = ${layout.pgbouncer}`)
    expect(lines[1]).toContain(`port=${layout.haproxy.primary}`)
    expect(lines[1]).toMatch(/connect_query='SET statement_timeout = \d+'/)
  })
})

describe('nginx', () => {
  const text = nginxConfiguration(layout)

  it("is the shop's own sample for this machine", () => {
    expect(text.match(/server [\d.]+:\d+ /g)).toEqual(layout.shops.map(({ port }) => `server 127.0.0.1:${port} `))
    expect(text.match(/listen .*;/g)).toEqual([`listen 127.0.0.1:${layout.nginx} default_server;`])
    expect(text).not.toMatch(/ssl|shop-\d|acme/)
    expect(text).toContain('location @keyed')
  })

  it.runIf(existsSync('/usr/sbin/nginx'))('reads it', () => {
    mkdirSync(join(folder, 'nginx'))
    const own = ['-t', '-q', '-e', join(folder, 'error.log'), '-c', file('nginx.conf', text)]
    execFileSync('/usr/sbin/nginx', own)
  })
})

describe('a shop', () => {
  it('has settings that it takes, and waits for as long as another node may need', () => {
    for (const shop of layout.shops) {
      const env = shopEnvironment(layout, shop)
      expect(Object.keys(env).filter((name) => !SETTING_NAMES.includes(name))).toEqual([])
      const { databaseUrl, databaseDirectUrl, databaseReplicaUrls, databaseLimits } = parseSettings(env)
      expect(databaseUrl).toContain(`:${layout.pgbouncer}/`)
      expect(databaseDirectUrl).toContain(`:${layout.haproxy.primary}/`)
      expect(databaseReplicaUrls).toHaveLength(3)
      expect(databaseLimits.retryMs).toBeGreaterThan(20_000)
    }
  })
})
