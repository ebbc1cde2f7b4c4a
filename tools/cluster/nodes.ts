/** The state of the three PostgreSQL nodes according to Patroni, and their process ids. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Node } from './layout'

interface Member {
  role: string
  state: string
  replication_state?: string
}

/** The state that a node's Patroni reports, or null if it does not respond. */
async function memberOf({ restPort }: Node): Promise<Member | null> {
  const response = await fetch(`http://127.0.0.1:${restPort}/patroni`, { signal: AbortSignal.timeout(2_000) }).catch(
    () => null,
  )
  return (await response?.json().catch(() => null)) as Member | null
}

export async function roleOf(node: Node): Promise<string> {
  const [member, synchronous] = await Promise.all([
    memberOf(node),
    fetch(`http://127.0.0.1:${node.restPort}/synchronous`, { signal: AbortSignal.timeout(2_000) }).catch(() => null),
  ])
  if (!member) return 'unknown'
  if (member.state !== 'running') return member.state
  if (member.role === 'master' || member.role === 'primary') return 'primary'
  return synchronous?.ok ? 'synchronous standby' : 'standby'
}

/** Throws unless the nodes are one primary, one synchronous standby and one other standby. */
export async function nodesFollow(nodes: Node[]): Promise<void> {
  const roles = await Promise.all(nodes.map(roleOf))
  if (roles.toSorted().join() !== 'primary,standby,synchronous standby')
    throw new Error(`the nodes are ${nodes.map(({ name }, i) => `${name} ${roles[i]}`).join(', ')}`)
}

export function postmasterPid({ data }: Node): number | null {
  try {
    const pid = parseInt(readFileSync(join(data, 'postmaster.pid'), 'utf8'))
    // A killed postmaster's pid file remains, and another process may have the same id by now.
    return readFileSync(`/proc/${pid}/comm`, 'utf8').startsWith('postgres') ? pid : null
  } catch {
    return null
  }
}

/** Patroni normally stops its postmaster. This function is for a node whose Patroni was killed. */
export function endPostmaster(node: Node): void {
  const pid = postmasterPid(node)
  if (pid !== null) process.kill(pid, 'SIGQUIT')
}
