/** Counts how often attackers are served before a well-behaved client. */
import { setTimeout as sleep } from 'node:timers/promises'

const CALLS = 30
const PAUSE_MS = 20

/**
 * Attackers repeat `attack` while a bystander makes some calls. Returns how many of the attackers' requests are answered during a call, at
 * the 95th percentile. This number does not depend on the machine's speed.
 */
export async function servedBefore(
  attackers: number,
  attack: (attacker: number, i: number) => Promise<unknown>,
  call: (i: number) => Promise<{ status: number }>,
): Promise<number> {
  let isOver = false
  let answered = 0
  const attacks = Array.from({ length: attackers }, async (_, attacker) => {
    for (let i = 0; !isOver; i += 1) {
      await attack(attacker, i)
      answered += 1
    }
  })
  try {
    while (answered < attackers) await sleep(PAUSE_MS)
    const counts: number[] = []
    for (let i = 0; i < CALLS; i += 1) {
      const before = answered
      const { status } = await call(i)
      if (status !== 200) throw new Error(`The bystander got ${status}.`)
      counts.push(answered - before)
      await sleep(PAUSE_MS)
    }
    return counts.sort((one, other) => one - other)[Math.floor(CALLS * 0.95)]!
  } finally {
    isOver = true
    await Promise.all(attacks)
  }
}
