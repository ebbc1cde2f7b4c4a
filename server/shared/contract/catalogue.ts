/** /api/categories and /api/products */
import { SAMPLE_PRODUCT, type ClientEndpoint } from './endpoint'
import { responses } from './schemas'

export const catalogue = {
  listCategories: {
    method: 'GET',
    path: '/api/categories',
    tag: 'Catalogue',
    summary: 'All categories',
    auth: false,
    status: 200,
    response: responses.categories,
    refusals: [],
    graphql: '{ categories { id name image { url alt } } }',
  },
  getCategory: {
    method: 'GET',
    path: '/api/categories/:categoryId',
    tag: 'Catalogue',
    summary: 'One category',
    auth: false,
    status: 200,
    response: responses.category,
    refusals: ['CATEGORY_NOT_FOUND'],
    sample: { params: { categoryId: 'bowls' } },
    graphql: '{ category(id: "bowls") { id name image { url alt } } }',
  },
  listProducts: {
    method: 'GET',
    path: '/api/products',
    tag: 'Catalogue',
    summary: 'All products',
    auth: false,
    status: 200,
    response: responses.products,
    refusals: [],
    graphql: '{ products(first: 100) { nodes { id title price { discounted original } rating } } }',
  },
  getProduct: {
    method: 'GET',
    path: '/api/products/:productId',
    tag: 'Catalogue',
    summary: 'One product',
    auth: false,
    status: 200,
    response: responses.product,
    refusals: ['PRODUCT_NOT_FOUND'],
    sample: { params: { productId: SAMPLE_PRODUCT } },
    graphql: `{ product(id: "${SAMPLE_PRODUCT}") { id title price { discounted original } rating } }`,
  },
} as const satisfies Record<string, ClientEndpoint>
