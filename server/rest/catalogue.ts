/** /api/categories and /api/products: public, and the same for all clients until the catalogue changes. */
import type { FastifyInstance } from 'fastify'
import { getCategory, getProduct, listProducts } from '../domain/catalogue/catalogue'
import { presentCategory, presentProduct } from './present'
import { schemas } from './openapi/schemas'

/** How long a browser or a CDN may keep the response. The GraphQL schema has the same times. */
const CATEGORIES = { cache: { maxAge: 300 } }
const PRODUCTS = { cache: { maxAge: 60 } }

export async function catalogue(app: FastifyInstance): Promise<void> {
  const { shop } = app

  app.get('/categories', { schema: schemas.listCategories, config: CATEGORIES }, async () => ({
    categories: (await shop.categories()).map(presentCategory),
  }))

  app.get<{ Params: { categoryId: string } }>(
    '/categories/:categoryId',
    { schema: schemas.getCategory, config: CATEGORIES },
    async ({ params }) => ({ category: presentCategory(await getCategory(shop, params.categoryId)) }),
  )

  app.get('/products', { schema: schemas.listProducts, config: PRODUCTS }, async () => ({
    products: (await listProducts(shop)).map(presentProduct),
  }))

  app.get<{ Params: { productId: string } }>(
    '/products/:productId',
    { schema: schemas.getProduct, config: PRODUCTS },
    async ({ params }) => ({ product: presentProduct(await getProduct(shop, params.productId)) }),
  )
}
