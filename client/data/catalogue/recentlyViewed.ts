/** The ids of the products that were last viewed on this device. */
import { readStored, writeStored } from '../storage'

const KEY = 'recentlyViewed'
const MOST = 8

function ids(): string[] {
  try {
    const list: unknown = JSON.parse(readStored(KEY) ?? '[]')
    return Array.isArray(list) ? list.filter((id) => typeof id === 'string') : []
  } catch {
    return [] // Another script wrote to this entry.
  }
}

/** The most recent first, without `exceptId`. */
export const recentlyViewed = (exceptId: string, count: number): string[] =>
  ids()
    .filter((id) => id !== exceptId)
    .slice(0, count)

export function rememberViewed(id: string): void {
  writeStored({ [KEY]: JSON.stringify([id, ...ids().filter((other) => other !== id)].slice(0, MOST)) })
}

/** Remembers the product of a server-rendered page. It counts as viewed even if the shopper leaves before hydration. */
export function rememberViewedPage(): void {
  const canonical = document.querySelector<HTMLLinkElement>('link[rel=canonical]')?.href
  const product = canonical?.match(/\/product\/([^/]+)$/)?.[1]
  if (product) rememberViewed(decodeURIComponent(product))
}
