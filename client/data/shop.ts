/** The shop's own settings, with what holds until they have arrived. */
import { useQuery } from '@apollo/client/react'
import { SHOP } from '../../server/shared/shop'
import { ShopQueryDocument } from './shop.generated'

const UNTIL_KNOWN = {
  name: 'Cerashop',
  giftWrapPrice: SHOP.giftWrapPrice as number,
  returnWindowDays: SHOP.returnWindowDays as number,
  guestAccount: null,
}

export function useShop() {
  const { data } = useQuery(ShopQueryDocument)
  return data?.shop ?? UNTIL_KNOWN
}
