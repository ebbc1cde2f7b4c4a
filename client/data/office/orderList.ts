/** The numbers of the orders in the list from which staff last opened an order. The order's page steps through them. */
import { readInTab, writeInTab } from '../storage'

const KEY = 'orderList'

export const keepOrderList = (numbers: readonly string[]): void => writeInTab({ [KEY]: JSON.stringify(numbers) })

export function orderList(): string[] {
  try {
    const list: unknown = JSON.parse(readInTab(KEY) ?? '[]')
    return Array.isArray(list) ? list.filter((number) => typeof number === 'string') : []
  } catch {
    return [] // Another script wrote to this entry.
  }
}
