/** The processor time that the built renderer takes for a page, with answers that a running shop gave before. */
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { projectRoot } from '../../server/settings'
import type { ExecutePageOperation, PageRenderer } from '../../server/shared/rendering'
import { withShop } from './processes'
import { median } from './rows'

const RENDERER = pathToFileURL(join(projectRoot, 'dist/ssr/entry.server.js')).href
const WARM_UP = 20
const TURNS = 60
const PAGES: Record<string, string> = {
  Home: '/',
  Listing: '/products',
  'Listing of one category': '/products?category=cups',
  Product: '/product/indigo-dip-espresso-cup',
  'Search without a product': '/products?search=zzzzqqq',
  Help: '/help/returns',
}

async function measurePage(renderer: PageRenderer, origin: string, path: string) {
  const answers = new Map<string, string>()
  const execute: ExecutePageOperation = async (operation) => {
    const key = JSON.stringify(operation)
    if (!answers.has(key)) {
      const headers = { 'content-type': 'application/json' }
      const response = await fetch(`${origin}/graphql`, { method: 'POST', headers, body: key })
      answers.set(key, await response.text())
    }
    return JSON.parse(answers.get(key)!) as Awaited<ReturnType<ExecutePageOperation>>
  }
  const times: number[] = []
  for (let i = 0; i < WARM_UP + TURNS; i += 1) {
    const before = process.cpuUsage()
    await (await renderer.load(new URL(path, origin), execute)).render()
    const { user, system } = process.cpuUsage(before)
    if (i >= WARM_UP) times.push((user + system) / 1_000)
  }
  return { 'CPU, ms': median(times).toFixed(1) }
}

/** Prints a table of pages. */
export async function measureRendering(): Promise<void> {
  const { renderer } = (await import(RENDERER)) as { renderer: PageRenderer }
  const table = await withShop({}, async ({ origin }) => {
    const measured: Record<string, object> = {}
    for (const [name, path] of Object.entries(PAGES)) measured[name] = await measurePage(renderer, origin, path)
    return measured
  })
  console.table(table)
}
