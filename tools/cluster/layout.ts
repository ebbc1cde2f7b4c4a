/**
 * The addresses and folders of the cluster's parts. All are on loopback, on ports outside the system's ephemeral range.
 */
import { join } from 'node:path'

const NODES = [1, 2, 3]
const SHOPS = [1, 2]

export interface Node {
  name: string
  port: number
  /** Patroni's REST API, which reports the node's role. */
  restPort: number
  data: string
}

export interface Layout {
  folder: string
  nginx: number
  shops: { name: string; port: number; opsPort: number; data: string }[]
  pgbouncer: number
  haproxy: { primary: number }
  redis: number
  nodes: Node[]
  etcd: { name: string; port: number; peerPort: number; data: string }[]
}

export const DEFAULT_FIRST_PORT = 21_000
/** The number of reserved ports, starting at the first one. */
export const PORTS = 60

export function layoutOf(folder: string, firstPort = DEFAULT_FIRST_PORT): Layout {
  return {
    folder,
    nginx: firstPort,
    shops: SHOPS.map((n) => ({
      name: `shop-${n}`,
      port: firstPort + n,
      opsPort: firstPort + 4 + n,
      data: join(folder, `shop-${n}`),
    })),
    pgbouncer: firstPort + 10,
    haproxy: { primary: firstPort + 11 },
    redis: firstPort + 13,
    nodes: NODES.map((n) => ({
      name: `postgres-${n}`,
      port: firstPort + 20 + n,
      restPort: firstPort + 30 + n,
      data: join(folder, `postgres-${n}`, 'data'),
    })),
    etcd: NODES.map((n) => ({
      name: `etcd-${n}`,
      port: firstPort + 40 + n,
      peerPort: firstPort + 50 + n,
      data: join(folder, `etcd-${n}`),
    })),
  }
}

export function portsOf({ nginx, shops, pgbouncer, haproxy, redis, nodes, etcd }: Layout): number[] {
  return [
    ...[nginx, pgbouncer, haproxy.primary, redis],
    ...shops.flatMap(({ port, opsPort }) => [port, opsPort]),
    ...nodes.flatMap(({ port, restPort }) => [port, restPort]),
    ...etcd.flatMap(({ port, peerPort }) => [port, peerPort]),
  ]
}
