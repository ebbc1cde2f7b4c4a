/**
 * The coupon dialog. A selected coupon takes effect only when it is applied. The dialog opens with the applied coupon selected, or else with the best
 * one for this cart.
 */
import type { FragmentType } from '@apollo/client/masking'
import { useState } from 'react'
import { whyNotFor } from '../../../server/shared/money/couponRule'
import { formatRupees } from '../../../server/shared/money/money'
import { FormDialog } from '../../components/form/FormDialog'
import { useSetCartChoices } from '../../data/cart/cart'
import { Value } from '../../components/Value'
import { useFragmentData } from '../../data/reading'
import styles from './CouponDialog.module.css'
import { CouponDialog_CartFragmentDoc, type CouponDialog_CartFragment } from './CouponDialog.generated'

interface CouponDialogProps {
  cart: FragmentType<CouponDialog_CartFragment>
  onClose: () => void
}

export function CouponDialog({ cart, onClose }: CouponDialogProps) {
  const data = useFragmentData(CouponDialog_CartFragmentDoc, cart)
  const [setChoices] = useSetCartChoices()
  const { cartTotal, offerDiscount } = data.priceDetails
  const offers = data.couponOffers.map((offer) => ({
    ...offer,
    problem: whyNotFor(offer.coupon, cartTotal - offerDiscount),
  }))
  const best = offers.find((offer) => offer.best && offer.problem === null)
  const [code, setCode] = useState(data.coupon?.code ?? best?.coupon.code)
  const canApply = offers.some(({ coupon, problem }) => coupon.code === code && problem === null)
  const apply = () => {
    if (code) {
      onClose()
      void setChoices(
        { couponCode: code },
        { name: 'coupon', done: 'Coupon Applied!', failed: 'Could not apply the coupon' },
      )
    }
    return null
  }
  return (
    <FormDialog
      title="Applicable Coupons"
      action="Apply"
      keep={null}
      unavailable={!canApply}
      send={apply}
      onClose={onClose}
    >
      {() => (
        <ul className={styles.offers}>
          {offers.map(({ coupon, savings, best: isBest, problem }) => (
            <li key={coupon.code}>
              <label className={styles.offer}>
                <input
                  type="radio"
                  name="coupon"
                  aria-label={coupon.code}
                  aria-describedby={`coupon-${coupon.code}`}
                  checked={code === coupon.code}
                  disabled={problem !== null}
                  onChange={() => setCode(coupon.code)}
                />
                <span id={`coupon-${coupon.code}`}>
                  <strong>
                    {coupon.code}
                    {isBest && <em>Best for this cart</em>}
                  </strong>
                  <bdi>{coupon.description}</bdi>.{' '}
                  {problem ?? (
                    <>
                      You save{' '}
                      <span className={styles.amount}>
                        <Value>{formatRupees(savings)}</Value>
                      </span>
                      .
                    </>
                  )}
                </span>
              </label>
            </li>
          ))}
        </ul>
      )}
    </FormDialog>
  )
}
