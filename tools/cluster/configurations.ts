/**
 * The configuration files for the cluster's programs, as text. Nginx gets the shop's sample, adapted to this machine.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { stringify } from 'yaml'
import type { Layout, Node } from './layout'
import { projectRoot } from '../../server/settings'

/** The owner of the shop's database. It needs no password, because all connections are on loopback. */
export const ROLE = 'cerashop'
export const DATABASE = 'cerashop'

/**
 * If the primary's Patroni is silent for this many seconds, another node takes over. If only its postgres process ends,
 * another node takes over immediately.
 */
const LEASE_SECONDS = 10
/**
 * The statement timeout. PgBouncer sets it on the server, because PgBouncer does not accept this parameter from its clients.
 */
const STATEMENT_MS = 15_000

export function etcdArguments({ etcd }: Layout, { name, port, peerPort, data }: Layout['etcd'][number]): string[] {
  const [own, ownPeer] = [`http://127.0.0.1:${port}`, `http://127.0.0.1:${peerPort}`]
  return [
    ...['--name', name, '--data-dir', data, '--logger', 'zap', '--log-level', 'warn'],
    ...['--listen-client-urls', own, '--advertise-client-urls', own],
    ...['--listen-peer-urls', ownPeer, '--initial-advertise-peer-urls', ownPeer],
    ...['--initial-cluster', etcd.map((each) => `${each.name}=http://127.0.0.1:${each.peerPort}`).join()],
    // On a busy machine, a heartbeat may be late although the process is alive.
    ...['--heartbeat-interval', '200', '--election-timeout', '2000', '--auto-compaction-retention', '1'],
  ]
}

/**
 * An acknowledged commit is on two nodes, and only a node that has it may take over. If the primary's postgres process
 * ends, another node takes over immediately. If the primary loses etcd, it stays primary as long as it reaches the
 * other nodes.
 */
export function patroniConfiguration({ etcd }: Layout, node: Node, postgresBinaries: string): string {
  const { name, port, restPort, data } = node
  return stringify({
    scope: 'cerashop',
    name,
    restapi: { listen: `127.0.0.1:${restPort}`, connect_address: `127.0.0.1:${restPort}` },
    etcd3: { hosts: etcd.map((each) => `127.0.0.1:${each.port}`) },
    bootstrap: {
      dcs: {
        ttl: LEASE_SECONDS,
        loop_wait: 2,
        retry_timeout: 4,
        maximum_lag_on_failover: 1_048_576,
        primary_start_timeout: 0,
        synchronous_mode: true,
        synchronous_node_count: 1,
        failsafe_mode: true,
        postgresql: {
          use_pg_rewind: true,
          use_slots: true,
          parameters: {
            max_connections: 100,
            wal_log_hints: 'on',
            hot_standby_feedback: 'on',
            max_wal_senders: 10,
            max_replication_slots: 10,
            // Ends a backend within seconds of its client disconnecting, even during a statement.
            client_connection_check_interval: '2s',
          },
        },
      },
      initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }, { auth: 'trust' }],
    },
    postgresql: {
      listen: `127.0.0.1:${port}`,
      connect_address: `127.0.0.1:${port}`,
      data_dir: data,
      bin_dir: postgresBinaries,
      pgpass: join(data, '..', 'pgpass'),
      pg_hba: ['local all all trust', 'host all all 127.0.0.1/32 trust', 'host replication all 127.0.0.1/32 trust'],
      authentication: { superuser: { username: 'postgres' }, replication: { username: 'postgres' } },
      parameters: { unix_socket_directories: join(data, '..'), shared_buffers: '64MB' },
      // Recreates a node if it cannot be rewound to the state of the others.
      remove_data_directory_on_rewind_failure: true,
      remove_data_directory_on_diverged_timelines: true,
    },
  })
}

/**
 * Checks each node's role with its Patroni four times a second, and closes connections to a node whose role has
 * changed.
 */
export function haproxyConfiguration({ haproxy, nodes }: Layout): string {
  const servers = nodes.map(({ name, port, restPort }) => `  server ${name} 127.0.0.1:${port} check port ${restPort}`)
  const listen = (name: string, port: number, asks: string) => [
    `listen ${name}`,
    `  bind 127.0.0.1:${port}`,
    '  option httpchk',
    `  http-check send meth GET uri ${asks}`,
    '  http-check expect status 200',
    '  default-server inter 500ms fastinter 250ms downinter 250ms fall 2 rise 1 on-marked-down shutdown-sessions',
    ...servers,
    '',
  ]
  return [
    'global',
    '  maxconn 2000',
    'defaults',
    '  mode tcp',
    '  retries 1',
    '  timeout connect 2s',
    '  timeout check 2s',
    // Pools hold idle connections, and a LISTEN connection can be silent for hours.
    '  timeout client 24h',
    '  timeout server 24h',
    '',
    ...listen('primary', haproxy.primary, '/primary'),
  ].join('\n')
}

/** PgBouncer is in front of HAProxy, so its clients wait while there is no primary. Two PgBouncers share a port. */
export function pgbouncerConfiguration({ folder, pgbouncer, haproxy }: Layout, name: string): string {
  const target = `host=127.0.0.1 port=${haproxy.primary} dbname=${DATABASE} user=${ROLE}`
  return [
    '[databases]',
    `${DATABASE} = ${target} connect_query='SET statement_timeout = ${STATEMENT_MS}'`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${pgbouncer}`,
    'so_reuseport = 1',
    'unix_socket_dir =',
    `pidfile = ${join(folder, `${name}.pid`)}`,
    'auth_type = any',
    'pool_mode = transaction',
    'max_client_conn = 500',
    'default_pool_size = 15',
    'server_connect_timeout = 3',
    'server_login_retry = 1',
    'server_check_delay = 5',
    'query_wait_timeout = 20',
    'ignore_startup_parameters = extra_float_digits',
    'log_connections = 0',
    'log_disconnections = 0',
    '',
  ].join('\n')
}

/**
 * deploy/nginx.conf for one machine: without TLS or the redirecting server, and with paths that its user may write to.
 */
export function nginxConfiguration(
  { folder, nginx, shops }: Layout,
  sample = readFileSync(join(projectRoot, 'deploy/nginx.conf'), 'utf8'),
): string {
  const upstreams = shops.map(({ port }) => `    server 127.0.0.1:${port} max_fails=0;`)
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (kind) => `  ${kind}_temp_path ${join(folder, 'nginx', kind)};`,
  )
  const [head, ...servers] = sample.split(SERVER)
  const moved = [head, ...servers.filter((server) => !server.startsWith('    listen 80 '))].join(SERVER)
  return moved
    .split('\n')
    .filter((line) => !NEEDLESS.some((start) => line.trimStart().startsWith(start)))
    .flatMap((line) => {
      if (line.startsWith('pid ')) return `pid ${join(folder, 'nginx.pid')};`
      if (line === 'http {') return [line, ...temporary]
      if (line === '  upstream shop {') return [line, ...upstreams]
      return line.replace('listen 443 ssl http2', `listen 127.0.0.1:${nginx}`)
    })
    .join('\n')
}

const SERVER = '\n  server {\n'
/** Lines of the sample to drop: its shops and TLS. */
const NEEDLESS = ['server shop-', 'ssl_', 'listen [::]']

export const redisArguments = ({ redis }: Layout): string[] => [
  ...['--port', String(redis), '--bind', '127.0.0.1'],
  ...['--save', '', '--appendonly', 'no'],
]

/** Settings as in .env.example. Requests wait long enough for another node to take over. */
export function shopEnvironment(
  { nginx, pgbouncer, haproxy, redis }: Layout,
  shop: Layout['shops'][number],
): Record<string, string> {
  const url = (port: number) => `postgresql://${ROLE}@127.0.0.1:${port}/${DATABASE}`
  return {
    NODE_ENV: 'production',
    ALLOW_SANDBOX_PAYMENTS: '1',
    HOST: '127.0.0.1',
    PORT: String(shop.port),
    OPS_PORT: String(shop.opsPort),
    PUBLIC_ORIGIN: `http://127.0.0.1:${nginx}`,
    TRUST_PROXY: '1',
    DATA_DIR: shop.data,
    JWT_SECRET: 'one secret for all servers of the cluster',
    DATABASE_URL: url(pgbouncer),
    DATABASE_DIRECT_URL: url(haproxy.primary),
    DATABASE_RETRY_SECONDS: '25',
    REDIS_URL: `redis://127.0.0.1:${redis}`,
    LOG_LEVEL: 'warn',
  }
}
