/** What the shop charges a caller for requests: what is left of an address's budget before and after. */
import { NO_LIMITS, send, type Target } from './server'

const POINTS_A_MS = 100
/** A budget empties within a minute: of this one 10 ms a second. */
const BUDGET = 60_000

/** Of a target whose charges are to be measured: each caller writes its own address. */
export const CHARGED = { ...NO_LIMITS, TRUST_PROXY: '1', QUERY_COST: '0', COST_PER_MINUTE: String(BUDGET) }

export const from = (address: string) => ({ 'x-forwarded-for': address })

let last = 0
/** An address that was not there before. */
export function newAddress(): string {
  last += 1
  return `10.${last >> 16}.${(last >> 8) & 255}.${last & 255}`
}

/** Costs more than the budget: nothing of it runs, and the refusal says what is left. */
const TOO_DEAR = '{products(first:100){nodes{related(first:100){related(first:100){id}}}}}'

async function pointsLeft(target: Target, address: string): Promise<number> {
  const { text } = await send(target, `/graphql?query=${TOO_DEAR}`, { headers: from(address) })
  const [error] = (JSON.parse(text) as { errors: { extensions: { cost?: { left: number } } }[] }).errors
  // Without it the budget did not even allow to read the question.
  return error?.extensions.cost?.left ?? 0
}

export interface Charged {
  /** The mean of one call. */
  cpuMs: number
  chargedMs: number
}

/** `run` is called with a new address, and other numbers each time. */
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
  // Nothing was charged where less is gone than comes back meanwhile.
  return { cpuMs, chargedMs: Math.max(0, points) / POINTS_A_MS / times }
}
