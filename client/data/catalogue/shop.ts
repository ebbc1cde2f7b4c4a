/** What the server says of the shop: its name, amounts and limits. */
import { useQuery } from '@apollo/client/react'
import { SHOP } from '../../../server/shared/shop'
import { ShopQueryDocument } from './shop.generated'

/** Until the query has been answered. */
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
