/** /api/categories and /api/products */
import { SAMPLE_PRODUCT, type ClientEndpoint } from './endpoint'
import { responses } from './schemas'

const common = { tag: 'Catalogue', auth: false, cached: true, method: 'GET', status: 200 } as const

export const catalogue = {
  listCategories: {
    ...common,
    path: '/api/categories',
    summary: 'All categories',
    response: responses.categories,
    graphql: '{ categories { id name image { url alt } } }',
  },
  getCategory: {
    ...common,
    path: '/api/categories/:categoryId',
    summary: 'One category',
    response: responses.category,
    refusals: ['CATEGORY_NOT_FOUND'],
    sample: { params: { categoryId: 'bowls' } },
    graphql: '{ category(id: "bowls") { id name image { url alt } } }',
  },
  listProducts: {
    ...common,
    path: '/api/products',
    summary: 'All products',
    response: responses.products,
    graphql: '{ products(first: 100) { nodes { id title price { discounted original } rating } } }',
  },
  getProduct: {
    ...common,
    path: '/api/products/:productId',
    summary: 'One product',
    response: responses.product,
    refusals: ['PRODUCT_NOT_FOUND'],
    sample: { params: { productId: SAMPLE_PRODUCT } },
    graphql: `{ product(id: "${SAMPLE_PRODUCT}") { id title price { discounted original } rating } }`,
  },
} as const satisfies Record<string, ClientEndpoint>
