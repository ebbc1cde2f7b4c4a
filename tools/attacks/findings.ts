/** Prints the figures of an attack, and compares them with their limits. */
import { expect } from 'vitest'
import { ask, cpuOf, type Target } from './target'

const WARM_UP = 100
const PRINTED_CHARACTERS = 150
const NORMAL_CALLS = 50

/** Fails if `value` exceeds `most`. */
export function expectAtMost(name: string, value: number, most: number, unit: string): void {
  console.log(`${name.slice(0, PRINTED_CHARACTERS)}: ${value.toFixed(1)} ${unit} (at most ${most})`)
  expect(value, name).toBeLessThanOrEqual(most)
}

/**
 * The CPU time of a normal call in milliseconds: a listing that no cache has. The limits of attacks are multiples of it, so that they do not
 * depend on the machine.
 */
export async function normalCall(target: Target, headers: () => Record<string, string> = () => ({})): Promise<number> {
  let price = 0
  const list = () => {
    const query = 'query ($filter: ProductFilter) { products(filter: $filter, first: 8) { nodes { id title } } }'
    return ask(target, query, { filter: { maxPrice: (price += 1) } }, undefined, headers())
  }
  await cpuOf(target, WARM_UP, list)
  const ms = await cpuOf(target, NORMAL_CALLS, list)
  console.log(`A normal call: ${ms.toFixed(1)} ms of CPU`)
  return ms
}
