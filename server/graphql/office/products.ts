/** The staff part of the contract for products, reviews, stock and coupons. */
import { anyProductsByIds, type Product } from '../../domain/catalogue/catalogue'
import {
  endCoupon,
  findCoupon,
  listOfficeCoupons,
  saveCoupon,
  stateOfCoupon,
  type Coupon,
} from '../../domain/office/coupons'
import type { Actor } from '../../domain/staff/actor'
import { listOfficeProducts } from '../../domain/office/products/productList'
import { placeUploads } from '../../domain/office/products/photos/addPhotos'
import { hideReview, listOfficeReviews, replyToReview, showReview } from '../../domain/office/reviews'
import { hideProduct, saveProduct, setStock } from '../../domain/office/products/products'
import type { MutationResolvers, OfficeResolvers, Resolvers } from '../../generated/graphql'
import type { Context } from '../context'
import { withUserErrors, type ArgumentPath } from '../errors'
import { actorOf } from './guard'
import { countedPage, nodes, pageInfo } from '../pages'

const findProduct = async ({ shop }: Context, id: string) => (await anyProductsByIds(shop, [id]))[0] ?? null

const once = (key: string | null | undefined) => (key == null ? undefined : { key })
const isStale = ({ userErrors }: { userErrors: { code: string }[] }) =>
  userErrors.some(({ code }) => code === 'STALE_VERSION')

/** Returns the current product if it has changed since the client read it. */
async function changeProduct(
  context: Context,
  id: string | null | undefined,
  work: (actor: Actor) => Promise<Product>,
  argumentPath?: ArgumentPath,
) {
  const payload = await withUserErrors(async () => ({ product: await work(actorOf(context)) }), argumentPath)
  return isStale(payload) ? { ...payload, product: await findProduct(context, id!) } : payload
}

async function changeCoupon(
  context: Context,
  code: string,
  work: (actor: Actor) => Promise<Coupon>,
  argumentPath?: ArgumentPath,
) {
  const payload = await withUserErrors(async () => ({ coupon: await work(actorOf(context)) }), argumentPath)
  return isStale(payload) ? { ...payload, coupon: await findCoupon(context.shop, code) } : payload
}

/** The fields that are passed as separate arguments. All other fields are in `input`. */
const ARGUMENTS = ['id', 'version', 'idempotencyKey']
const inInput: ArgumentPath = (field) => (ARGUMENTS.includes(field) ? [field] : ['input', field])

const OUTCOMES = { added: 'ADDED', replaced: 'REPLACED', same: 'SAME' } as const

export const productMutations = {
  saveProduct: (_, { idempotencyKey, ...wanted }, context) =>
    changeProduct(
      context,
      wanted.id,
      (actor) => saveProduct(context.shop, actor, wanted, once(idempotencyKey)),
      inInput,
    ),
  setStock: (_, { idempotencyKey, ...wanted }, context) =>
    changeProduct(context, wanted.productId, (actor) => setStock(context.shop, actor, wanted, once(idempotencyKey))),
  hideProduct: (_, wanted, context) =>
    changeProduct(context, wanted.productId, (actor) => hideProduct(context.shop, actor, wanted)),
  hideReview: (_, wanted, context) =>
    withUserErrors(async () => ({ review: await hideReview(context.shop, actorOf(context), wanted) })),
  showReview: (_, { id }, context) =>
    withUserErrors(async () => ({ review: await showReview(context.shop, actorOf(context), id) })),
  replyToReview: (_, wanted, context) =>
    withUserErrors(async () => ({ review: await replyToReview(context.shop, actorOf(context), wanted) })),
  placePhotos: (_, { photos }, context) =>
    withUserErrors(async () => {
      const { placed, refused, ready, keptHidden } = await placeUploads(context.shop, actorOf(context), photos)
      return {
        placed: placed.map(({ name, outcome }) => ({ fileName: name, outcome: OUTCOMES[outcome] })),
        refused: refused.map(({ name, reason }) => ({ fileName: name, reason })),
        readyIds: ready,
        hiddenIds: keptHidden,
      }
    }),
  saveCoupon: (_, { idempotencyKey, ...wanted }, context) =>
    changeCoupon(
      context,
      wanted.input.code,
      (actor) => saveCoupon(context.shop, actor, wanted, once(idempotencyKey)),
      inInput,
    ),
  endCoupon: (_, wanted, context) =>
    changeCoupon(context, wanted.code, (actor) => endCoupon(context.shop, actor, wanted)),
} satisfies MutationResolvers

export const officeProducts = {
  products: (_, query, { shop }) => listOfficeProducts(shop, query),
  product: (_, { id }, context) => findProduct(context, id),
  reviews: (_, query, { shop }) => listOfficeReviews(shop, query),
  lowStock: (_, query, { shop }) =>
    listOfficeProducts(shop, { ...query, filter: { lowStock: true, hidden: false }, sort: 'STOCK' }),
  coupons: (_, __, { shop }) => listOfficeCoupons(shop),
} satisfies OfficeResolvers

export const productTypes = {
  OfficeProductConnection: { nodes, pageInfo, totalCount: (page) => page.totalCount() },
  OfficeProduct: {
    product: (product) => product,
    variants: ({ id }, _, { loaders }) => loaders.officeVariants.load(id),
    variantTotals: ({ id }, _, { loaders }) => loaders.variantTotals.load(id),
  },
  OfficeReviewConnection: countedPage,
  OfficeReview: { review: (review) => review, productTitle: ({ product }) => product?.title ?? null },
  OfficeCoupon: {
    uses: (coupon, _, { loaders }) => loaders.couponUses.load(coupon),
    state: async (coupon, _, { loaders }) => stateOfCoupon(coupon, await loaders.couponUses.load(coupon)),
  },
} satisfies Resolvers
