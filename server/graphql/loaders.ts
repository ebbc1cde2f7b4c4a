/** One batch per request and kind, so that a list does not cause one query per row. */
import DataLoader from 'dataloader'
import {
  categoriesByIds,
  furtherImagesByProductIds,
  productsByIds,
  relatedByProductIds,
  type Product,
} from '../domain/catalogue/catalogue'
import { familiesOf } from '../domain/catalogue/variants'
import { countProductsByCategoryIds } from '../domain/catalogue/facets'
import { auditByOrderNumbers, type AuditEntry } from '../domain/audit/audit'
import { namesOfSubjects } from '../domain/audit/auditNames'
import { customersByIds } from '../domain/office/customers'
import { moneyByOrderIds } from '../domain/office/orders/orderMoney'
import { notesByCustomerIds, tradeByCustomerIds } from '../domain/office/customerList'
import { variantsByProductIds, variantTotalsByProductIds } from '../domain/office/products/familyList'
import { notesByOrderIds } from '../domain/office/orders/orderNotes'
import { shipByOfOrders } from '../domain/office/orders/shipBy'
import { exportAccount } from '../domain/own-account/exportAccount'
import type { Viewer } from '../domain/login/accounts'
import { ownRecordsByIds } from '../domain/own-account/ownRecords'
import { replacedByOrderIds, returnsByOrderIds, weightsOfSingleItems } from '../domain/orders/after-sale/readReturns'
import { reviewsByOrderIds } from '../domain/reviews/reviews'
import { usesOfCoupons, type Coupon } from '../domain/office/coupons'
import type { Shop } from '../domain/shop'

type RelatedProducts = Awaited<ReturnType<typeof relatedByProductIds>>[number]

export type Loaders = ReturnType<typeof createLoaders>

export const createLoaders = (shop: Shop) => {
  const relatedByFirst = new Map<number, DataLoader<string, RelatedProducts>>()
  return {
    product: new DataLoader((ids: readonly string[]) => productsByIds(shop, ids)),
    family: new DataLoader((products: readonly Product[]) => familiesOf(shop, products), {
      cacheKeyFn: ({ id }) => id,
    }),
    /** Exports the account once per operation, even if the field appears several times. */
    exported: new DataLoader((viewers: readonly Viewer[]) =>
      Promise.all(viewers.map((each) => exportAccount(shop, each))),
    ),
    /** Each request has one viewer. */
    ownRecord: new DataLoader(
      (wanted: readonly { viewer: Viewer; id: string }[]) =>
        ownRecordsByIds(
          shop,
          wanted[0]!.viewer,
          wanted.map(({ id }) => id),
        ),
      { cacheKeyFn: ({ id }) => id },
    ),
    customer: new DataLoader((ids: readonly string[]) => customersByIds(shop, ids)),
    /** Payments and refunds by order id. */
    money: new DataLoader((ids: readonly string[]) => moneyByOrderIds(shop, ids)),
    returns: new DataLoader((ids: readonly string[]) => returnsByOrderIds(shop, ids)),
    /** By the id of a replacement order. */
    replaces: new DataLoader((ids: readonly string[]) => replacedByOrderIds(shop, ids)),
    /** By the id of the line of the set. */
    weightOfSingle: new DataLoader((ids: readonly string[]) => weightsOfSingleItems(shop, ids)),
    orderReviews: new DataLoader((ids: readonly string[]) => reviewsByOrderIds(shop, ids)),
    shipBy: new DataLoader((ids: readonly string[]) => shipByOfOrders(shop, ids)),
    customerTrade: new DataLoader((ids: readonly string[]) => tradeByCustomerIds(shop, ids)),
    customerNotes: new DataLoader((ids: readonly string[]) => notesByCustomerIds(shop, ids)),
    orderNotes: new DataLoader((ids: readonly string[]) => notesByOrderIds(shop, ids)),
    orderAudit: new DataLoader((numbers: readonly string[]) => auditByOrderNumbers(shop.db, numbers)),
    subjectName: new DataLoader((entries: readonly AuditEntry[]) => namesOfSubjects(shop.db, entries)),
    furtherImages: new DataLoader((ids: readonly string[]) => furtherImagesByProductIds(shop, ids)),
    officeVariants: new DataLoader((ids: readonly string[]) => variantsByProductIds(shop, ids)),
    variantTotals: new DataLoader((ids: readonly string[]) => variantTotalsByProductIds(shop, ids)),
    couponUses: new DataLoader((coupons: readonly Coupon[]) => usesOfCoupons(shop, coupons)),
    category: new DataLoader((ids: readonly string[]) => categoriesByIds(shop, ids)),
    productCount: new DataLoader((ids: readonly string[]) => countProductsByCategoryIds(shop, ids)),
    /** One loader per `first`, because a batch reads the same number for each product. */
    related(first: number): DataLoader<string, RelatedProducts> {
      const known = relatedByFirst.get(first)
      if (known) return known
      const loader = new DataLoader((ids: readonly string[]) => relatedByProductIds(shop, ids, first))
      relatedByFirst.set(first, loader)
      return loader
    },
  }
}
