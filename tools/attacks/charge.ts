/** Measures what the shop charges a client: the difference in an address's budget before and after its requests. */
import { send, type Target } from './target'

const POINTS_A_MS = 100
/** A budget refills within a minute, so this one regains 10 ms of CPU time per second. */
const BUDGET = 60_000

/** Settings for a target whose charges are measured. Each client sends a different address. */
export const CHARGED = {
  TRUST_PROXY: '1',
  REQUESTS_PER_MINUTE: '0',
  SIGN_INS_PER_MINUTE: '0',
  QUERY_COST: '0',
  COST_PER_MINUTE: String(BUDGET),
}

export const from = (address: string) => ({ 'x-forwarded-for': address })

let last = 0
/** A new address for each call. */
export function newAddress(): string {
  last += 1
  return `10.${last >> 16}.${(last >> 8) & 255}.${last & 255}`
}

/** A query above the budget. The server does not run it, and its error response contains the remaining points. */
const TOO_DEAR = '{products(first:100){nodes{related(first:100){related(first:100){id}}}}}'

async function pointsLeft(target: Target, address: string): Promise<number> {
  const { text } = await send(target, `/graphql?query=${TOO_DEAR}`, { headers: from(address) })
  const [error] = (JSON.parse(text) as { errors: { extensions: { cost?: { left: number } } }[] }).errors
  // If the error response lacks the cost, the budget was too small even to parse the query.
  return error?.extensions.cost?.left ?? 0
}

export interface Charged {
  /** The mean per call. */
  cpuMs: number
  chargedMs: number
}

/** `run` receives a new address, and a different number each time. */
export async function weigh(
  target: Target,
  times: number,
  run: (address: string, i: number) => Promise<unknown>,
): Promise<Charged> {
  const address = newAddress()
  const before = await pointsLeft(target, address)
  const began = target.cpuMs()
  for (let i = 0; i < times; i += 1) await run(address, i)
  const cpuMs = (target.cpuMs() - began) / times
  const points = before - (await pointsLeft(target, address))
  // A negative result means that the refill exceeded the charge, so nothing was charged.
  return { cpuMs, chargedMs: Math.max(0, points) / POINTS_A_MS / times }
}
