/** The contract's queries. */
import { categoriesByIds, productsByIds } from '../domain/catalogue/catalogue'
import { listUsableCoupons } from '../domain/cart/coupons'
import { searchProducts } from '../domain/catalogue/search'
import { suggestProducts } from '../domain/catalogue/suggestions'
import { findOrderByLink } from '../domain/orders/messages/linkedOrder'
import { findReviewsByLink } from '../domain/reviews/reviewLink'
import type { QueryResolvers } from '../generated/graphql'
import { openOffice } from './office/office'
import { resolveNode, resolveNodes } from './node'

export const Query: QueryResolvers = {
  products: (_, { filter, ...page }, { shop }) => searchProducts(shop, { ...page, filter: filter ?? {} }),
  product: async (_, { id }, { shop }) => (await productsByIds(shop, [id]))[0] ?? null,
  suggestions: (_, args, { shop }) => suggestProducts(shop, args),
  categories: (_, __, { shop }) => shop.categories(),
  category: async (_, { id }, { shop }) => (await categoriesByIds(shop, [id]))[0] ?? null,
  coupons: async (_, __, context) => {
    const { shop } = context
    // An order may use up a coupon without changing the catalogue.
    context.isCounted ||= (await shop.coupons()).some(({ useLimit }) => useLimit !== null)
    return listUsableCoupons(shop, null)
  },
  shop: () => ({}),
  me: (_, __, { findViewer }) => findViewer(),
  orderByLink: (_, { key }, { shop }) => findOrderByLink(shop, key),
  reviewsByLink: (_, { key }, { shop }) => findReviewsByLink(shop, key),
  office: (_, __, context) => openOffice(context),
  node: (_, { id }, context, info) => resolveNode(id, context, info),
  nodes: (_, { ids }, context, info) => resolveNodes(ids, context, info),
}
