/** The cart's gift wrap and message, coupon and price details, and the button to the checkout. */
import type { FragmentType } from '@apollo/client/masking'
import { BadgePercent } from 'lucide-react'
import { useState } from 'react'
import { formatRupees } from '../../../server/shared/money/money'
import { Button } from '../../components/Button'
import { CartWarning } from '../../components/cart/CartWarning'
import { NotSaved } from '../../components/cart/NotSaved'
import { Summary } from '../../components/cart/Summary'
import { useSetCartChoices } from '../../data/cart/cart'
import { useShopSettings } from '../../data/catalogue/shop'
import { controls } from '../../data/unsaved'
import { Value } from '../../components/Value'
import { written } from '../../components/written'
import { useFragmentData } from '../../data/reading'
import styles from './CartSummary.module.css'
import { CartSummary_CartFragmentDoc, type CartSummary_CartFragment } from './CartSummary.generated'
import { CouponDialog } from './CouponDialog'
import { GiftDialog } from './GiftDialog'

interface CartSummaryProps {
  cart: FragmentType<CartSummary_CartFragment>
  /** Why an order to the shopper's address would be refused, or null. */
  warning: string | null
  onCheckout: () => void
}

export function CartSummary({ cart, warning, onCheckout }: CartSummaryProps) {
  const data = useFragmentData(CartSummary_CartFragmentDoc, cart)
  const { giftWrapPrice } = useShopSettings()
  const [choosing, setChoosing] = useState(false)
  const [writing, setWriting] = useState(false)
  const [setChoices] = useSetCartChoices()
  const [setCoupon, { loading }] = useSetCartChoices()
  const removeCoupon = () =>
    setCoupon({ couponCode: null }, { name: 'coupon', done: 'Coupon Removed!', failed: 'Could not remove the coupon' })

  return (
    <Summary
      details={data.priceDetails}
      button={
        <Button wide onClick={onCheckout}>
          Checkout
        </Button>
      }
    >
      {warning && <CartWarning message={warning} />}
      <label className={styles.gift}>
        <input
          type="checkbox"
          aria-label="Gift wrap"
          aria-describedby="gift-wrap-price"
          checked={data.giftWrap}
          onChange={({ target }) =>
            void setChoices(
              { giftWrap: target.checked },
              { name: 'giftWrap', failed: 'Could not change the gift wrap' },
            )
          }
        />
        Gift wrap
        <span id="gift-wrap-price">
          <Value>{formatRupees(giftWrapPrice)}</Value>
        </span>
      </label>
      <NotSaved control={controls.choice('giftWrap')} />
      <div className={styles.message}>
        {data.giftMessage !== null && (
          <blockquote className="written" {...written(data.giftMessage)}>
            {data.giftMessage}
          </blockquote>
        )}
        {data.hidePrices && <p>No prices in the parcel.</p>}
        <Button look="bare" onClick={() => setWriting(true)}>
          {data.giftMessage === null && !data.hidePrices ? 'Add a gift message' : 'Change the gift message'}
        </Button>
        <NotSaved control={controls.choice('giftMessage')} />
      </div>
      <div className={styles.coupon}>
        {data.coupon ? (
          <>
            <p>
              <BadgePercent size={20} strokeWidth={1.5} aria-hidden />
              <strong>{data.coupon.code}</strong> {data.coupon.value}% off
            </p>
            {data.couponWarning && <CartWarning message={data.couponWarning} />}
            <div>
              <Button look="bare" onClick={() => setChoosing(true)}>
                Change coupon
              </Button>
              <Button look="bare" busy={loading} onClick={() => void removeCoupon()}>
                Remove coupon
              </Button>
            </div>
          </>
        ) : (
          <Button look="quiet" wide onClick={() => setChoosing(true)}>
            <BadgePercent size={20} strokeWidth={1.5} aria-hidden />
            Apply Coupon
          </Button>
        )}
        <NotSaved control={controls.choice('coupon')} />
      </div>
      {writing && <GiftDialog choices={data} onClose={() => setWriting(false)} />}
      {choosing && <CouponDialog cart={data} onClose={() => setChoosing(false)} />}
    </Summary>
  )
}
