/** /api/categories and /api/products */
import { SAMPLE_PRODUCT, type ClientEndpoint } from './endpoint'
import { responses } from './schemas'

const common = { tag: 'Catalogue', auth: false } as const

export const catalogue = {
  listCategories: {
    ...common,
    method: 'GET',
    path: '/api/categories',
    summary: 'All categories',
    status: 200,
    response: responses.categories,
    graphql: '{ categories { id name image { url alt } } }',
  },
  getCategory: {
    ...common,
    method: 'GET',
    path: '/api/categories/:categoryId',
    summary: 'One category',
    status: 200,
    response: responses.category,
    refusals: ['CATEGORY_NOT_FOUND'],
    sample: { params: { categoryId: 'bowls' } },
    graphql: '{ category(id: "bowls") { id name image { url alt } } }',
  },
  listProducts: {
    ...common,
    method: 'GET',
    path: '/api/products',
    summary: 'All products',
    status: 200,
    response: responses.products,
    graphql: '{ products(first: 100) { nodes { id title price { discounted original } rating } } }',
  },
  getProduct: {
    ...common,
    method: 'GET',
    path: '/api/products/:productId',
    summary: 'One product',
    status: 200,
    response: responses.product,
    refusals: ['PRODUCT_NOT_FOUND'],
    sample: { params: { productId: SAMPLE_PRODUCT } },
    graphql: `{ product(id: "${SAMPLE_PRODUCT}") { id title price { discounted original } rating } }`,
  },
} as const satisfies Record<string, ClientEndpoint>
