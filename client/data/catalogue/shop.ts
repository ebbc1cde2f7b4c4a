/** The shop's settings from the server: its name, amounts and limits. */
import { useQuery } from '@apollo/client/react'
import { SHOP } from '../../../server/shared/shop'
import { ShopQueryDocument } from './shop.generated'

/** Used until the response to the query arrives. */
const DEFAULTS = {
  name: 'Cerashop',
  giftWrapPrice: SHOP.giftWrapPrice as number,
  returnWindowDays: SHOP.returnWindowDays as number,
  contactEmail: null,
  socialLinks: [],
  guestAccount: null,
}

export function useShopSettings() {
  const { data } = useQuery(ShopQueryDocument)
  return data?.shop ?? DEFAULTS
}
