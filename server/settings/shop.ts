/** The shop as visitors and staff see it. */
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
    /** Web addresses, shown at the bottom of each page. */
    socialLinks: values.SOCIAL_LINKS,
    /** True if browsers store visited pages for offline use. */
    serviceWorker: values.SERVICE_WORKER,
    /** The stock at or below which a product is low, unless a query sets another threshold. */
    lowStock: values.LOW_STOCK,
  }
}
