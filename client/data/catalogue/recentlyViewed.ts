/** Which products were looked at last on this device: their ids alone. */
import { readStored, writeStored } from '../storage'

const KEY = 'recentlyViewed'
const MOST = 8

function ids(): string[] {
  try {
    const list: unknown = JSON.parse(readStored(KEY) ?? '[]')
    return Array.isArray(list) ? list.filter((id) => typeof id === 'string') : []
  } catch {
    return [] // Someone else wrote there.
  }
}

/** The last one first, without `exceptId`. */
export const recentlyViewed = (exceptId: string, count: number): string[] =>
  ids()
    .filter((id) => id !== exceptId)
    .slice(0, count)

export function rememberViewed(id: string): void {
  writeStored({ [KEY]: JSON.stringify([id, ...ids().filter((other) => other !== id)].slice(0, MOST)) })
}

/** The product of a page that the server has rendered: whoever leaves before the page is hydrated has seen it all the same. */
export function rememberViewedPage(): void {
  const canonical = document.querySelector<HTMLLinkElement>('link[rel=canonical]')?.href
  const product = canonical?.match(/\/product\/([^/]+)$/)?.[1]
  if (product) rememberViewed(decodeURIComponent(product))
}
