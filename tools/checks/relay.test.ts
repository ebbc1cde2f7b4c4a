import { execFile } from 'node:child_process'
import { createRequire } from 'node:module'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, describe, expect, it } from 'vitest'

const require = createRequire(import.meta.url)
/** The path of the compiler's executable for this machine. */
const compiler = require('relay-compiler') as string

const folder = mkdtempSync(join(tmpdir(), 'cerashop-relay-'))
afterAll(() => rmSync(folder, { recursive: true }))

/**
 * The files that Relay's compiler writes for a module with these documents. Rejects with the message of the compiler if the compiler
 * rejects a document.
 */
async function compile(documents: string): Promise<string[]> {
  const source = `import { graphql } from 'react-relay'\n${documents}`
  writeFileSync(join(folder, 'Shop.ts'), source)
  const config = {
    src: './',
    schema: './schema.graphql',
    language: 'typescript',
    eagerEsModules: true,
  }
  writeFileSync(join(folder, 'relay.config.json'), JSON.stringify(config))
  // The compiler reads only files in its own folder.
  writeFileSync(join(folder, 'schema.graphql'), readFileSync(resolve('schema.graphql'), 'utf8'))
  await promisify(execFile)(compiler, ['relay.config.json'], { cwd: folder })
  return readdirSync(join(folder, '__generated__')).sort()
}

describe("Relay's compiler", () => {
  it('accepts @connection, @refetchable and pagination on every paginated list, and @refetchable on every Node', async () => {
    const written = await compile(`
      graphql\`query ShopQuery { ...Shop_products me { ...Shop_orders } product(id: "moon-jar") { ...Shop_product } }\`
      graphql\`fragment Shop_products on Query
        @argumentDefinitions(first: { type: "Int", defaultValue: 8 }, after: { type: "String" }, filter: { type: "ProductFilter" })
        @refetchable(queryName: "ShopProductsPageQuery") {
        products(first: $first, after: $after, filter: $filter) @connection(key: "Shop_products") {
          totalCount
          facets { categories { count category { name } } }
          edges { node { id title image { url(absolute: true, width: 480) } ...Shop_product } }
        }
      }\`
      graphql\`fragment Shop_orders on User
        @argumentDefinitions(first: { type: "Int", defaultValue: 10 }, after: { type: "String" })
        @refetchable(queryName: "ShopOrdersPageQuery") {
        orders(first: $first, after: $after) @connection(key: "Shop_orders") { edges { node { number status ...Shop_order } } }
      }\`
      graphql\`fragment Shop_product on Product @refetchable(queryName: "ShopProductQuery") {
        id availableForSale category { ...Shop_category }
      }\`
      graphql\`fragment Shop_category on Category @refetchable(queryName: "ShopCategoryQuery") { name productCount }\`
      graphql\`fragment Shop_order on Order @refetchable(queryName: "ShopOrderQuery") { status version }\`
      graphql\`fragment Shop_cart on Cart @refetchable(queryName: "ShopCartQuery") { totalQuantity items { ...Shop_line } }\`
      graphql\`fragment Shop_line on CartItem @refetchable(queryName: "ShopLineQuery") { quantity }\`
      graphql\`mutation ShopAddMutation($id: ID!) { addToCart(productId: $id) { cart { ...Shop_cart } userErrors { code message } } }\`
    `)
    expect(written).toContain('ShopOrdersPageQuery.graphql.ts')
    // Relay requests a Node by its id, together with its type.
    const refetching = readFileSync(join(folder, '__generated__/ShopOrderQuery.graphql.ts'), 'utf8')
    expect(refetching.replaceAll('\\n', ' ')).toMatch(/node\(id: \$id\) \{\s+__typename\s+\.\.\.Shop_order\s+id\s+\}/)
  })

  it('rejects fields that the schema does not have', async () => {
    const refused = compile(
      'graphql`fragment Shop_facets on ProductFacets @refetchable(queryName: "ShopFacetsQuery") { price { minimum } }`',
    )
    await expect(refused).rejects.toThrow(/ProductFacets/)
  })
})
