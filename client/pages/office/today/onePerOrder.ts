/** The lines of Needs attention: one per order. */
import type { OnDeliverySource } from '../../../generated/types'

/** Keeps the first entry of each order, because an order with a failed refund is also listed as an order with a refund due. */
export function onePerOrder<Line extends { number: string }>(lines: Line[]): Line[] {
  const numbers = lines.map(({ number }) => number)
  return lines.filter(({ number }, i) => numbers.indexOf(number) === i)
}

const SOURCES: Record<OnDeliverySource, string> = {
  MOBILE: 'to this mobile number',
  ADDRESS: 'to this address',
  NETWORK: 'from this network',
}

interface ManyOnDelivery {
  source: OnDeliverySource
  orders: number
  newestNumber: string
}

/** One order can be the newest of its mobile number, its address and its network. */
export function linesOfManyOnDelivery(sources: ManyOnDelivery[]): { number: string; text: string }[] {
  const counts = new Map<string, string[]>()
  for (const { source, orders, newestNumber } of sources)
    counts.set(newestNumber, [...(counts.get(newestNumber) ?? []), `${orders} ${SOURCES[source]}`])
  return [...counts].map(([number, texts]) => ({
    number,
    text: `Open cash on delivery orders: ${texts.join(', ')}.`,
  }))
}
