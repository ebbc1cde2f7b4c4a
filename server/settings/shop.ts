/** The shop as its visitors and staff see it. */
import { z } from 'zod'
import { flag, webAddresses, whole } from './kinds'

export const shopVariables = z.object({
  SHOP_NAME: z.string().trim().min(1).max(60).default('Cerashop'),
  CONTACT_EMAIL: z.email().optional(),
  SOCIAL_LINKS: webAddresses.default([]),
  SERVICE_WORKER: flag.default(true),
  LOW_STOCK: whole(0, 10_000).default(5),
})

export type ShopValues = z.infer<typeof shopVariables>

export function shopSettings(values: ShopValues) {
  return {
    shopName: values.SHOP_NAME,
    /** Null if the shop shows no address. */
    contactEmail: values.CONTACT_EMAIL ?? null,
    /** Web addresses, shown at the end of every page. */
    socialLinks: values.SOCIAL_LINKS,
    /** True if browsers store visited pages for use without a network. */
    serviceWorker: values.SERVICE_WORKER,
    /** Stock at or below this many pieces is low, unless a query sets another threshold. */
    lowStock: values.LOW_STOCK,
  }
}
