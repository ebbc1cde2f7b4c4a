/** The shop as visitors and staff see it. */
import { z } from 'zod'
import { searchWordErrors, searchWordsOf } from './searchWords'
import { countries, flag, phoneNumber, webAddresses, whole, type Given } from './kinds'

export const variables = z.object({
  SHOP_NAME: z.string().trim().min(1).max(60).default('Cerashop'),
  CONTACT_EMAIL: z.email().optional(),
  SHOP_PHONE: phoneNumber.optional(),
  SHOP_WHATSAPP: phoneNumber.optional(),
  SOCIAL_LINKS: webAddresses.default([]),
  DELIVERY_COUNTRIES: countries.default(['IN']),
  SERVICE_WORKER: flag.default(true),
  SAMPLE_GOODS: flag.default(true),
  LOW_STOCK: whole(0, 10_000).default(5),
  SEARCH_WORDS_FILE: z.string().trim().min(1).optional(),
})

export type ShopValues = z.infer<typeof variables>

export const errors = ({ SEARCH_WORDS_FILE: file }: Given, projectRoot: string): string[] =>
  searchWordErrors(file, projectRoot)

export function settings(values: ShopValues, projectRoot: string) {
  return {
    shopName: values.SHOP_NAME,
    /** Null if the shop shows no address. */
    contactEmail: values.CONTACT_EMAIL ?? null,
    /** A number of E.164 that shoppers can call, or null. */
    phone: values.SHOP_PHONE ?? null,
    /** The number of E.164 of the shop's WhatsApp account, or null. */
    whatsApp: values.SHOP_WHATSAPP ?? null,
    /** The countries that the shop delivers to, as codes of ISO 3166. */
    deliveryCountries: values.DELIVERY_COUNTRIES,
    /** Web addresses, shown at the bottom of each page. */
    socialLinks: values.SOCIAL_LINKS,
    /** True if a new shop begins with the sample products, categories and coupons. */
    sampleGoods: values.SAMPLE_GOODS,
    /** True if browsers store visited pages for offline use. */
    serviceWorker: values.SERVICE_WORKER,
    /** The highest stock that counts as low, unless a query sets another threshold. */
    lowStock: values.LOW_STOCK,
    /** The synonyms of search words. */
    searchWords: searchWordsOf(values.SEARCH_WORDS_FILE, projectRoot),
  }
}
