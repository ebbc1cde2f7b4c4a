/** Measures how long a well-behaved client waits during an attack. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Target } from './server'

const PAUSE_MS = 20

/** The 95th percentile of the wait in milliseconds, excluding the time in which other programs used the processor. */
export async function waitFor(target: Target, call: (i: number) => Promise<unknown>, forMs: number): Promise<number> {
  const waits: number[] = []
  for (const end = performance.now() + forMs; performance.now() < end;) {
    const [began, delayed] = [performance.now(), target.delayMs()]
    await call(waits.length)
    waits.push(performance.now() - began - (target.delayMs() - delayed))
    await sleep(PAUSE_MS)
  }
  return waits.sort((one, other) => one - other)[Math.floor(waits.length * 0.95)]!
}
