import { execFile, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { createElement } from 'react'
import { prerender } from 'react-dom/static'
import { afterAll, describe, expect, it } from 'vitest'
import { startTestApp } from '../../server/testing/app'
import { CUP } from '../../server/testing/data/fixtures'
import { ShopPage } from './ShopPage'

const app = await startTestApp()
await app.listen({ host: 'localhost', port: 0 })
const url = `http://localhost:${(app.server.address() as AddressInfo).port}`
const { db } = app.shop

const folder = mkdtempSync(join(tmpdir(), 'cerashop-examples-'))
afterAll(() => rmSync(folder, { recursive: true }))

const argsOf = (name: string, ...args: string[]) => ['--import', 'tsx', `docs/examples/${name}.ts`, url, ...args]
const run = async (name: string, ...args: string[]) =>
  (await promisify(execFile)(process.execPath, argsOf(name, ...args))).stdout

describe('docs/examples', () => {
  it('place an order in fewer than 80 lines of code', async () => {
    const [, number, total] = /^(CER-\d{6}) is PAID: Rs\. (\d+) for .+\n$/.exec(await run('purchase'))!
    const order = await db.order.findFirstOrThrow({ where: { serial: Number(number!.slice(4)) } })
    expect(order).toMatchObject({ status: 'PAID', totalAmount: Number(total) })
    expect(readFileSync('docs/examples/purchase.ts', 'utf8').split('\n').length).toBeLessThan(80)
  })

  it('watch a price, and exit once it reaches the target', async () => {
    const watcher = spawn(process.execPath, argsOf('priceWatcher', CUP, '100', '0.05'))
    const lines = createInterface(watcher.stdout)[Symbol.asyncIterator]()
    const { discounted, title } = await db.product.findUniqueOrThrow({ where: { id: CUP } })
    expect((await lines.next()).value).toBe(`${title}: Rs. ${discounted}`)
    for (const price of [150, 100]) {
      await db.product.update({ where: { id: CUP }, data: { discounted: price } })
      expect((await lines.next()).value).toBe(`${title}: Rs. ${price}`)
    }
    expect((await lines.next()).done).toBe(true)
  })

  it('keep a stock file up to date, and report changes', async () => {
    const file = join(folder, 'stock.json')
    const products = await db.product.findMany()
    expect((await run('stockSync', file)).match(/: new -> \d+\n/g)).toHaveLength(products.length)
    expect(await run('stockSync', file)).toBe('')
    await db.product.update({ where: { id: CUP }, data: { stock: 7 } })
    expect(await run('stockSync', file)).toMatch(new RegExp(`^${CUP}: \\d+ -> 7\n$`))
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ [CUP]: 7 })
  })

  it('show the bestsellers on a page built with React and urql', async () => {
    const { prelude } = await prerender(createElement(ShopPage, { url }))
    const html = await text(prelude as Parameters<typeof text>[0])
    expect(html.match(/<li>/g)).toHaveLength(4)
    expect(html).toContain(`src="${url}/photos/`)
    expect(html).toContain('<button>More</button>')
  })
})
