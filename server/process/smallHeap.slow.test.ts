import { expect, it, onTestFinished } from 'vitest'
import { startBuiltShop } from '../testing/builtShop'

const PAGES = 300
const AT_ONCE = 4

it('the shop renders 300 pages that were never requested before with a heap of 220 MB', async () => {
  const env = { NODE_OPTIONS: '--max-old-space-size=220', COST_PER_MINUTE: '0' }
  const server = await startBuiltShop({ env })
  onTestFinished(() => server.close())
  const paths = (i: number) => {
    if (i % 5 === 0) return { path: `/product/no-such-bowl-${i}`, status: 404 }
    if (i % 5 === 1) return { path: `/no/such/page/${i}`, status: 404 }
    return { path: `/products?search=bowl ${i}&max=${1_000 + i}`, status: 200 }
  }
  let next = 0
  let rendered = 0
  const visitor = async () => {
    for (let i = next++; i < PAGES; i = next++) {
      const { path, status } = paths(i)
      const response = await fetch(server.origin + path, { headers: { accept: 'text/html' } })
      expect(response.status).toBe(status)
      if ((await response.text()).includes('page-state')) rendered += 1
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, visitor))
  expect(rendered).toBe(PAGES)
  expect(server.child.exitCode).toBeNull()
})
