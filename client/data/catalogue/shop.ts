/** The shop's settings from the server: its name, amounts and limits. And its categories, which every page links to. */
import { useApolloClient } from '@apollo/client/react'
import { SHOP } from '../../../server/shared/shop'
import { useQuery } from '../reading'
import { ShopQueryDocument } from './shop.generated'

/** Used until the response to the query arrives. */
const DEFAULTS = {
  name: 'Cerashop',
  giftWrapPrice: SHOP.giftWrapPrice as number,
  returnWindowDays: SHOP.returnWindowDays as number,
  contactEmail: null,
  phone: null,
  whatsApp: null,
  takesQuestions: false,
  deliveryCountries: ['IN'],
  /** Unknown. */
  paymentProvider: undefined,
  /** Unknown. */
  codesByMail: undefined,
  socialLinks: [],
  guestAccount: null,
}

/** The shop's settings, or the defaults until they arrive. No loader loads them, because every page needs them, also an error page. */
export function useShopSettings() {
  const { data } = useQuery(ShopQueryDocument)
  return data?.shop ?? DEFAULTS
}

/** The categories that have products, in catalogue order. Undefined until the response arrives. */
export function useCategories() {
  const { data } = useQuery(ShopQueryDocument)
  return data?.categories.filter(({ productCount }) => productCount > 0)
}

/** Returns a function that waits for the settings, and returns null if they cannot be loaded. */
export function useLoadedSettings() {
  const client = useApolloClient()
  return async () => {
    try {
      return (await client.query({ query: ShopQueryDocument })).data?.shop ?? null
    } catch {
      return null
    }
  }
}
