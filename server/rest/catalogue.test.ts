import { describe, expect, it } from 'vitest'
import categories from '../../prisma/catalogue/categories.json' with { type: 'json' }
import products from '../../prisma/catalogue/products.json' with { type: 'json' }
import { startTestApp } from '../testing/app'
import { call } from '../testing/calls'

const app = await startTestApp()

const get = async (url: string) => {
  const answer = await call(app, 'GET', url)
  return [answer.statusCode, answer.json()]
}

const expectedProduct = ({
  id,
  title,
  images,
  price,
  rating,
  categoryName,
  offer,
  isBestseller,
}: (typeof products)[0]) => ({
  _id: id,
  title,
  imgURL: `/photos/${images[0]!.file}`,
  price,
  rating,
  categoryName,
  offer,
  isBestseller,
})

const expectedCategory = ({ id, name, image }: (typeof categories)[0]) => ({
  _id: id,
  categoryName: name,
  img: { alt: image.alt, url: `/photos/${image.file}` },
})

describe('GET /api/categories', () => {
  it("returns the five categories in the catalogue's order, with exactly the fields of the contract", async () => {
    expect(await get('/api/categories')).toEqual([200, { categories: categories.map(expectedCategory) }])
    expect(categories.map(({ name }) => name)).toEqual(['Cups', 'Bowls', 'Plates', 'Gifts', 'Planters'])
  })
})

describe('GET /api/categories/:categoryId', () => {
  it.each(categories)('returns $id', async (category) => {
    expect(await get(`/api/categories/${category.id}`)).toEqual([200, { category: expectedCategory(category) }])
  })

  it.each(['nope', 'Cups', '%00', '%20', "' OR 1=1", encodeURIComponent('कप'), 'x'.repeat(500), '%ZZ'])(
    'responds with 404 for %j',
    async (id) => {
      const answer = await call(app, 'GET', `/api/categories/${id}`)
      expect([answer.statusCode, answer.json()]).toEqual([404, { errors: [expect.any(String)] }])
      expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
    },
  )
})

describe('GET /api/products', () => {
  it("returns all products in the catalogue's order, with exactly the fields of the contract", async () => {
    expect(await get('/api/products')).toEqual([200, { products: products.map(expectedProduct) }])
  })

  it('returns the category name stored with each product, even if it differs from the category', async () => {
    const { products: all } = (await call(app, 'GET', '/api/products')).json<{ products: { categoryName: string }[] }>()
    const counts = new Map<string, number>()
    for (const { categoryName } of all) counts.set(categoryName, (counts.get(categoryName) ?? 0) + 1)
    expect([counts.get('Planter'), counts.get('Planters')]).toEqual([3, 1])
  })

  it('ignores a query string, a bad token, and a body', async () => {
    const plain = (await call(app, 'GET', '/api/products')).body
    expect((await call(app, 'GET', '/api/products?search=bowl&limit=1')).body).toBe(plain)
    expect((await call(app, 'GET', '/api/products', { token: 'garbage' })).body).toBe(plain)
  })

  it('responds to HEAD with only the headers', async () => {
    const answer = await call(app, 'HEAD', '/api/products')
    expect([answer.statusCode, answer.body]).toEqual([200, ''])
  })
})

describe('GET /api/products/:productId', () => {
  it.each(products)('returns $id', async (product) => {
    expect(await get(`/api/products/${product.id}`)).toEqual([200, { product: expectedProduct(product) }])
  })

  it.each([
    'nope',
    'Sea-Glass-Serving-Bowl',
    '%00',
    'sea-glass-serving-bowl%00',
    '..%2F',
    '%20',
    'x'.repeat(500),
    '%E0%A4%A',
  ])('responds with 404 for %j', async (id) => {
    expect(await get(`/api/products/${id}`)).toEqual([404, { errors: [expect.any(String)] }])
  })
})

describe('imgURL and img.url', () => {
  it.each(
    [...products.flatMap(({ images }) => images), ...categories.map(({ image }) => image)].map(({ file }) => file),
  )('%s is an image', async (file) => {
    const answer = await call(app, 'GET', `/photos/${file}`)
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'image/webp'])
    expect(answer.rawPayload.subarray(8, 12).toString()).toBe('WEBP')
  })

  it('return 404 for a missing photo', async () => {
    expect((await call(app, 'GET', '/photos/nope.webp')).statusCode).toBe(404)
  })

  it.each(['/photos/../schema.prisma', '/photos/..%2f..%2fschema.prisma', '/photos/%2e%2e/products.json'])(
    'serve only photos: %s',
    async (url) => {
      expect((await call(app, 'GET', url)).statusCode).toBeGreaterThanOrEqual(400)
    },
  )
})
