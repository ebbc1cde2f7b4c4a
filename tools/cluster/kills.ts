/** Kills the cluster's processes one after another with SIGKILL, each at a random moment while shoppers buy. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Cluster, Part } from './cluster'
import { tradeDuring, type ClusterOptions, type Row } from './trade'

/** Simulated shoppers place orders for this long, plus a random time, between kills. */
const TRADE_MS = 3_000
const MAX_MORE_MS = 3_000
/** Purchases must continue within this time after the primary dies. */
const MAX_PAUSE_MS = 30_000
const MAX_MENDING_MS = 120_000

interface Blow {
  what: string
  /** The names of the parts to kill at the same moment. */
  victims: (parts: Part[]) => string[]
  /**
   * True if shoppers may see errors. No process is in front of nginx here, so a broken connection reaches the client.
   */
  mayBeSeen?: boolean
}

const named = (name: string): Blow => ({ what: name, victims: () => [name] })
const namesOf = (parts: Part[], role: string): string[] =>
  parts.filter((part) => part.role === role).map(({ name }) => name)
const inRole = (role: string): Blow => ({ what: `the ${role}`, victims: (parts) => namesOf(parts, role) })
const patroniOf = (parts: Part[]): string => `patroni-${namesOf(parts, 'primary')[0]?.slice(-1)}`

const NOTHING: Blow = { what: 'nothing', victims: () => [] }
const SERVER = named('shop-1')
const PRIMARY = inRole('primary')

const FEW = [NOTHING, SERVER, PRIMARY]
const ALL: Blow[] = [
  ...FEW,
  inRole('synchronous standby'),
  inRole('standby'),
  named('pgbouncer-1'),
  { what: 'both PgBouncers', victims: () => ['pgbouncer-1', 'pgbouncer-2'] },
  named('haproxy'),
  named('redis'),
  named('etcd-1'),
  { what: "the primary's Patroni", victims: (parts) => [patroniOf(parts)] },
  { what: "the primary's machine", victims: (parts) => [patroniOf(parts), ...namesOf(parts, 'primary')] },
  { ...named('nginx'), mayBeSeen: true },
]

/** Returns false if a check failed. `isSmall` kills two parts. */
export const killEach = (options: ClusterOptions, isSmall: boolean): Promise<boolean> =>
  tradeDuring(options, async (cluster, begin) => {
    for (const blow of isSmall ? FEW : ALL) {
      await sleep(TRADE_MS + Math.random() * MAX_MORE_MS)
      options.signal.throwIfAborted()
      const pids = await pidsOf(cluster, blow)
      const row = begin(blow.what)
      for (const pid of pids) process.kill(pid, 'SIGKILL')
      if (pids.length > 0) options.tell(`killed ${blow.what} (${pids.join(', ')})`)
      await cluster.whole(MAX_MENDING_MS).catch((error: Error) => (row.error = error.message))
      row.wholeAfter = (Date.now() - row.beganAt) / 1000
      await sleep(TRADE_MS)
      row.error ||= errorOf(row, blow)
    }
  })

function errorOf({ seen, wentOnAfter }: Row, { mayBeSeen }: Blow): string {
  if (wentOnAfter === 0 || wentOnAfter * 1000 > MAX_PAUSE_MS) return 'purchases did not resume in time'
  return seen.length > 0 && !mayBeSeen ? 'shoppers saw errors' : ''
}

async function pidsOf(cluster: Cluster, { what, victims }: Blow): Promise<number[]> {
  const parts = await cluster.parts()
  const pids = victims(parts).map((name) => parts.find((part) => part.name === name)?.pid)
  if (pids.some((pid) => !pid)) throw new Error(`${what} is not running`)
  return pids as number[]
}
