/** The quantity, sets of matching items, and the cart and wishlist buttons. For a sold-out product, a form that asks for an email. */
import type { RefObject } from 'react'
import { formatRupees } from '../../../server/shared/money/money'
import { lineTotal } from '../../../server/shared/money/pricing'
import { BaseButton, Button } from '../../components/Button'
import { CartButton } from '../../components/cart/CartButton'
import { Stepper } from '../../components/cart/Stepper'
import { WishlistButton } from '../../components/product/WishlistButton'
import { Value } from '../../components/Value'
import { useShopSettings } from '../../data/catalogue/shop'
import { useChangeCartQuantity, useSetCartQuantity } from '../../data/cart/cart'
import { useShopper } from '../../data/session/shopper'
import { BackInStock } from './BackInStock'
import { matchingQuantities, matchingText } from './matching'
import type { Variant } from './variants'
import styles from './Purchase.module.css'

interface PurchaseProps {
  product: Variant['product']
  /** The quantity from which items match. Null if the product does not say that they do. */
  matchingFrom: number | null
  /** The quantity to add. Once the product is in the cart, the stepper and the sets change the cart instead, whose quantity is shown. */
  chosen: number
  onChoose: (quantity: number) => void
  ref: RefObject<HTMLDivElement | null>
}

export function Purchase({ product, matchingFrom, chosen, onChoose, ref }: PurchaseProps) {
  const inCart = useShopper().quantityInCart(product.id)
  const [changeCartQuantity] = useChangeCartQuantity()
  const [setCartQuantity] = useSetCartQuantity()
  const { codesByMail } = useShopSettings()
  const { quantityAvailable, availableForSale } = product
  const canWait = !availableForSale && inCart === 0 && codesByMail
  return (
    <div ref={ref} className={styles.purchase}>
      {canWait ? (
        <BackInStock productId={product.id} />
      ) : (
        <>
          {matchingFrom !== null && (
            <Matching
              quantities={matchingQuantities(matchingFrom, quantityAvailable)}
              text={matchingText(matchingFrom)}
              isSet={product.piecesInSet !== null}
              current={inCart || chosen}
              onChoose={(quantity) => (inCart ? void setCartQuantity(product.id, quantity) : onChoose(quantity))}
            />
          )}
          <Stepper
            quantity={inCart || chosen}
            available={quantityAvailable}
            onStep={(by) => (inCart ? void changeCartQuantity(product.id, by) : onChoose(chosen + by))}
          />
          <div className={styles.cart}>
            <CartButton product={product} quantity={chosen} look="primary" />
          </div>
        </>
      )}
      <div className={styles.wishlist}>
        <WishlistButton product={product} shape="text" />
      </div>
      {!canWait && (
        <p className={styles.several} role="status">
          <PriceOfSeveral price={product.price} quantity={inCart || chosen} />
        </p>
      )}
      {inCart > 0 && (
        <p className={styles.inCart}>
          <span role="status">
            In your cart: <Value>{inCart}</Value>
          </span>
          {inCart > quantityAvailable && quantityAvailable > 0 && (
            <Button look="bare" onClick={() => void setCartQuantity(product.id, quantityAvailable)}>
              Set to {quantityAvailable}
            </Button>
          )}
        </p>
      )}
    </div>
  )
}

/** What several items cost before coupons, such as `Rs. 2,400 for 6`. */
export const PriceOfSeveral = ({ price, quantity }: { price: { discounted: number }; quantity: number }) =>
  quantity > 1 && (
    <>
      <Value>{formatRupees(lineTotal({ discounted: price.discounted, quantity }))}</Value> for <Value>{quantity}</Value>
    </>
  )

interface MatchingProps {
  quantities: number[]
  text: string
  /** True if the product is a set itself. */
  isSet: boolean
  current: number
  onChoose: (quantity: number) => void
}

/** Each button sets the quantity, so that six cups take two presses. */
const Matching = ({ quantities, text, isSet, current, onChoose }: MatchingProps) =>
  quantities.length > 0 && (
    <div className={styles.matching} role="group" aria-label="Matching items">
      {quantities.map((quantity) => (
        <BaseButton
          key={quantity}
          className={styles.set}
          aria-pressed={quantity === current}
          onClick={() => onChoose(quantity)}
        >
          {isSet ? `${quantity} sets` : `Set of ${quantity}`}
        </BaseButton>
      ))}
      <p className={styles.promise}>{text}</p>
    </div>
  )
