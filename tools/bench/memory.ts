/** Checks that the shop's memory stays constant while it renders pages that were never requested before, as after each sale. */
import type { Running } from './processes'
import type { Row } from './rows'

const VISITORS = 4
/** The heap grows to its normal size, and the response cache to its limit, during the first requests. */
const FULL = { warmUp: 3_000, pages: 1_000 }
const SMALL = { warmUp: 50, pages: 100 }

export async function measureFlatness(shop: Running, isSmall: boolean): Promise<Row> {
  const { warmUp, pages } = isSmall ? SMALL : FULL
  let next = 0
  const renderUntil = async (end: number) => {
    const visit = async () => {
      for (let i = next++; i < end; i = next++) {
        const url = `${shop.origin}/products?search=bowl ${i}&max=${1_000 + i}`
        const response = await fetch(url, { headers: { accept: 'text/html' } })
        if (!(await response.text()).includes('page-state')) throw new Error(`${url} was not rendered`)
      }
    }
    await Promise.all(Array.from({ length: VISITORS }, visit))
    next = end
  }
  await renderUntil(warmUp)
  const before = shop.memoryMb()
  await renderUntil(warmUp + pages)
  const value = Math.round(((shop.memoryMb() - before) * 1000) / pages)
  return { name: `Growth of memory per new page, over ${pages} pages`, value, unit: 'KB', target: 20 }
}
