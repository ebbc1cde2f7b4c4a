import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { ask } from '../../../server/testing/calls'
import { EXAMPLES } from '../../explorer/examples'
import { violationsOf } from '../axe'
import { openShopfront } from '../browser'

const shopfront = openShopfront()

/** The axe violations in GraphiQL and in its editor. */
const GRAPHIQL = ['color-contrast', 'label', 'nested-interactive', 'scrollable-region-focusable']

/** Values that one step of a purchase passes to the next. */
interface Payload {
  userErrors: object[]
  token: string
  address: { id: string; zipCode: string; mobile: string }
  order: { status: string }
  payment: { provider: string }
}

/** The visible text of an editor. */
const textOf = async (page: Page, editor: string): Promise<string> =>
  (await page.locator(editor).innerText()).replaceAll('\u00a0', ' ')

/** Runs the operation of the selected tab and returns its response. */
async function run(page: Page): Promise<string> {
  await page.getByRole('button', { name: /Execute query/ }).click()
  let text = ''
  await expect
    .poll(async () => (text = await textOf(page, '.graphiql-response')), { timeout: 30_000 })
    .toMatch(/"(data|errors)"/)
  return text
}

describe('GET /graphql in a browser', () => {
  it('opens the explorer, runs its first example and shows the cost', async () => {
    const { page, complaints, close } = await shopfront.visit('desktop', '/graphql')
    await page.locator('.graphiql-query-editor .CodeMirror-code').waitFor()
    expect(await textOf(page, '.graphiql-query-editor')).toContain('query Browse')
    expect(await run(page)).toContain('totalCount')
    await page.getByText(/The last operation cost [\d,]+ of 15,000 points/).waitFor()
    expect(complaints).toEqual([])
    await close()
  })

  it("fills in the guest account's token, which grants access to its orders", async () => {
    const { page, complaints, close } = await shopfront.visit('desktop', '/graphql')
    await page.locator('.graphiql-query-editor .CodeMirror-code').waitFor()
    await page.getByRole('tab', { name: 'Orders' }).click()
    await expect.poll(() => textOf(page, '.graphiql-query-editor')).toContain('query Orders')
    await page.getByRole('button', { name: 'Guest token' }).click()
    await page.getByRole('status').filter({ hasText: 'contain the guest account’s token' }).waitFor()
    await page.getByRole('button', { name: 'Headers' }).click()
    await expect.poll(() => textOf(page, '.graphiql-editor-tool')).toContain('"authorization"')
    expect(await run(page)).toContain('"firstName"')
    // A token is a secret, so it is gone after a reload.
    expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain('eyJ')
    expect(complaints).toEqual([])
    await close()
  })

  it('stacks its panes to fit on a phone', async () => {
    const { page, complaints, close } = await shopfront.visit('phone', '/graphql')
    const editor = page.locator('.graphiql-query-editor .CodeMirror-code')
    await editor.waitFor()
    expect(await run(page)).toContain('totalCount')
    const [query, result] = [await editor.boundingBox(), await page.locator('.graphiql-response').boundingBox()]
    expect(query!.width).toBeGreaterThan(200)
    expect(result!.width).toBeGreaterThan(300)
    expect(result!.y).toBeGreaterThan(query!.y + 300)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    // GraphiQL derives these labels from the names of its components.
    expect(await page.locator('svg title').allTextContents()).toContain('docs icon')
    expect(complaints).toEqual([])
    await close()
  })

  it.each(['desktop', 'phone'] as const)(
    'has a heading, a main landmark and accessible links on a %s',
    async (device) => {
      const { page, close } = await shopfront.visit(device, '/graphql')
      await page.locator('.graphiql-query-editor .CodeMirror-code').waitFor()
      await page.getByRole('heading', { level: 1, name: 'GraphQL explorer' }).waitFor()
      await page.getByRole('main').waitFor()
      expect(await page.getByRole('banner').getByRole('link').allInnerTexts()).toEqual([
        'Back to the shop',
        'REST tester',
        'REST reference',
      ])
      const { all, inPart } = await violationsOf(page, '.shop-bar, .shop-footer')
      expect(inPart).toEqual([])
      // GraphiQL causes all of these violations.
      expect(GRAPHIQL).toEqual(expect.arrayContaining(all))
      await close()
    },
  )

  it('opens the operation in a link', async () => {
    const hash = new URLSearchParams({ query: 'query Linked { shop { name } }', variables: '{}' })
    const { page, close } = await shopfront.visit('desktop', `/graphql#${hash.toString()}`)
    await page.locator('.graphiql-query-editor .CodeMirror-code').waitFor()
    expect(await textOf(page, '.graphiql-query-editor')).toContain('query Linked')
    expect(await run(page)).toContain('Cerashop')
    await close()
  })

  it('shows the schema with its descriptions', async () => {
    const { page, close } = await shopfront.visit('desktop', '/graphql')
    await page.getByRole('button', { name: 'Show Documentation Explorer' }).click()
    await page.getByRole('link', { name: 'Query', exact: true }).click()
    await page.getByText('A page of the catalogue, filtered and sorted.').waitFor()
    await close()
  })
})

describe('an example of the explorer', () => {
  const buy = EXAMPLES.find(({ query }) => query.includes('startCheckout'))!
  const others = EXAMPLES.filter((example) => example !== buy)
  const nameOf = ({ query }: { query: string }) => /(?:query|mutation) (\w+)/.exec(query)![1]!

  it.each(others.map((example) => [nameOf(example), example] as const))('%s runs', async (name, example) => {
    const { query, variables = '{}' } = example
    const operationName = name
    const { data, errors } = await ask(shopfront.app, query, { variables: JSON.parse(variables), operationName })
    expect([errors, Boolean(data)]).toEqual([undefined, true])
  })

  it('completes a purchase step by step', async () => {
    const step = async (operationName: string, token?: string, variables = {}) => {
      const { data, errors } = await ask(shopfront.app, buy.query, {
        variables,
        operationName,
        ...(token && { token }),
      })
      expect(errors).toBeUndefined()
      const [payload] = Object.values(data as Record<string, Payload>)
      expect(payload!.userErrors).toEqual([])
      return payload!
    }
    const { token } = await step('Signup')
    await step('AddToCart', token)
    const { address } = await step('AddAddress', token)
    expect(address).toMatchObject({ zipCode: '560001', mobile: '9845012345' })
    const { order, payment } = await step('Checkout', token, { addressId: address.id })
    expect([order.status, payment.provider]).toEqual(['AWAITING_PAYMENT', 'SANDBOX'])
  })
})
