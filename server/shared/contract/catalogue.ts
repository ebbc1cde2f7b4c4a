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
    graphql: { query: '{ categories { id name image { url alt } } }' },
  },
  getCategory: {
    ...common,
    path: '/api/categories/:categoryId',
    summary: 'One category',
    response: responses.category,
    errors: ['CATEGORY_NOT_FOUND'],
    sample: { params: { categoryId: 'bowls' } },
    graphql: {
      query: 'query ($categoryId: ID!) { category(id: $categoryId) { id name image { url alt } } }',
      variables: { categoryId: 'bowls' },
    },
  },
  listProducts: {
    ...common,
    path: '/api/products',
    summary: 'All products',
    response: responses.products,
    graphql: {
      query:
        'query ($first: Int!) { products(first: $first) { nodes { id title price { discounted original } rating } } }',
      variables: { first: 100 },
    },
  },
  getProduct: {
    ...common,
    path: '/api/products/:productId',
    summary: 'One product',
    response: responses.product,
    errors: ['PRODUCT_NOT_FOUND'],
    sample: { params: { productId: SAMPLE_PRODUCT } },
    graphql: {
      query: 'query ($productId: ID!) { product(id: $productId) { id title price { discounted original } rating } }',
      variables: { productId: SAMPLE_PRODUCT },
    },
  },
} as const satisfies Record<string, ClientEndpoint>
