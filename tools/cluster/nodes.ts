/** What the three PostgreSQL nodes are at this moment, as their Patronis say, and which processes they are. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Node } from './layout'

interface Member {
  role: string
  state: string
  replication_state?: string
}

/** What a node's Patroni says of it; null where it says nothing. */
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

/** One primary, one synchronous standby and another one. */
export async function nodesFollow(nodes: Node[]): Promise<void> {
  const roles = await Promise.all(nodes.map(roleOf))
  if (roles.toSorted().join() !== 'primary,standby,synchronous standby')
    throw new Error(`the nodes are ${nodes.map(({ name }, i) => `${name} ${roles[i]}`).join(', ')}`)
}

export function postmasterPid({ data }: Node): number | null {
  try {
    const pid = parseInt(readFileSync(join(data, 'postmaster.pid'), 'utf8'))
    // The file of one that was killed stays, and its number may be another's by now.
    return readFileSync(`/proc/${pid}/comm`, 'utf8').startsWith('postgres') ? pid : null
  } catch {
    return null
  }
}

/** Patroni ends its own; this is for one whose Patroni was killed. */
export function endPostmaster(node: Node): void {
  const pid = postmasterPid(node)
  if (pid !== null) process.kill(pid, 'SIGQUIT')
}
