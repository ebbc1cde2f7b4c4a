/** What the browser keeps for packing: the courier of the last parcels, and in this tab the ticks and numbers that are not sent yet. */
import { readInTab, readStored, writeInTab, writeStored } from '../storage'

export interface Courier {
  name: string
  /** For a courier that the shop does not know: the tracking page, or an empty text. It can contain `{number}`. */
  link: string
}

const COURIER = 'lastCourier'
const DRAFTS = 'packingDrafts'

function parsed(text: string | null): Record<string, unknown> {
  try {
    return Object(JSON.parse(text ?? '{}')) as Record<string, unknown>
  } catch {
    return {} // Another script wrote to this entry.
  }
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

export function lastCourier(): Courier {
  const { name, link } = parsed(readStored(COURIER))
  return { name: textOf(name), link: textOf(link) }
}

export const keepCourier = ({ name, link }: Courier): void =>
  writeStored({ [COURIER]: JSON.stringify({ name, link } satisfies Courier) })

/** Staff chose the row, or only entered a number. */
type Tick = 'CHOSEN' | 'TYPED' | null

export interface Draft {
  tick: Tick
  number: string
}

export type Drafts = Record<string, Draft>

/** By order number. */
export function readDrafts(): Drafts {
  const drafts: Drafts = {}
  for (const [order, value] of Object.entries(parsed(readInTab(DRAFTS)))) {
    const { tick, number } = Object(value) as Record<string, unknown>
    drafts[order] = { tick: tick === 'CHOSEN' || tick === 'TYPED' ? tick : null, number: textOf(number) }
  }
  return drafts
}

/** Several pages of the table, so that what other tabs or colleagues shipped is forgotten in the end. */
const MOST = 500

/** Adds the drafts to those of the tab, or removes them if they are empty. */
export function keepDrafts(drafts: Drafts): void {
  const all = Object.entries({ ...readDrafts(), ...drafts })
  const kept = all.filter(([, { tick, number }]) => tick !== null || number !== '').slice(-MOST)
  writeInTab({ [DRAFTS]: kept.length === 0 ? null : JSON.stringify(Object.fromEntries(kept)) })
}
