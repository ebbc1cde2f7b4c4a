/** /api/categories and /api/products: open to everyone, and the same for everyone until the catalogue changes. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { keyOfRoute } from '../cache/keys'
import { getCategory, getProduct, listCategories, listProducts } from '../domain/catalogue/catalogue'
import { presentCategory, presentProduct } from './present'
import { schemas } from './schemas'

/** How long a browser or a CDN may keep the answer, in seconds; as the GraphQL schema says of the same data. */
const MAX_AGE = { categories: 300, products: 60 }

export async function catalogue(app: FastifyInstance): Promise<void> {
  const { shop } = app

  /** Sends what is kept for the path, or makes it. */
  const send = (request: FastifyRequest, reply: FastifyReply, maxAge: number, make: () => Promise<object>) =>
    app.publicAnswers.send(request, reply, { key: keyOfRoute(request.url) }, async () => ({
      status: 200,
      contentType: 'application/json; charset=utf-8',
      body: String(reply.code(200).serialize(await make())),
      maxAge,
    }))

  app.get('/categories', { schema: schemas.listCategories }, (request, reply) =>
    send(request, reply, MAX_AGE.categories, async () => ({
      categories: (await listCategories(shop)).map(presentCategory),
    })),
  )

  app.get<{ Params: { categoryId: string } }>(
    '/categories/:categoryId',
    { schema: schemas.getCategory },
    (request, reply) =>
      send(request, reply, MAX_AGE.categories, async () => ({
        category: presentCategory(await getCategory(shop, request.params.categoryId)),
      })),
  )

  app.get('/products', { schema: schemas.listProducts }, (request, reply) =>
    send(request, reply, MAX_AGE.products, async () => ({
      products: (await listProducts(shop)).map(presentProduct),
    })),
  )

  app.get<{ Params: { productId: string } }>('/products/:productId', { schema: schemas.getProduct }, (request, reply) =>
    send(request, reply, MAX_AGE.products, async () => ({
      product: presentProduct(await getProduct(shop, request.params.productId)),
    })),
  )
}
