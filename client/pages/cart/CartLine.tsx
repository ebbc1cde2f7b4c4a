/** One product in the cart. */
import type { FragmentType } from '@apollo/client/masking'
import { useId } from 'react'
import { Link } from 'react-router-dom'
import { formatRupees } from '../../../server/shared/money/money'
import { Button } from '../../components/Button'
import { CartWarning } from '../../components/cart/CartWarning'
import { NotSaved } from '../../components/cart/NotSaved'
import { Photo } from '../../components/photo/Photo'
import { PriceTag } from '../../components/product/PriceTag'
import { Stepper } from '../../components/cart/Stepper'
import { useChangeCartQuantity, useMoveToWishlist, useRemoveFromCart, useSetCartQuantity } from '../../data/cart/cart'
import { controls } from '../../data/unsaved'
import { paths } from '../../paths'
import { Value } from '../../components/Value'
import { useFragmentData } from '../../data/reading'
import styles from './CartLine.module.css'
import { CartLine_ItemFragmentDoc, type CartLine_ItemFragment } from './CartLine.generated'

interface CartLineProps {
  item: FragmentType<CartLine_ItemFragment>
  warnings: { code: string; message: string }[]
}

export function CartLine({ item, warnings }: CartLineProps) {
  const data = useFragmentData(CartLine_ItemFragmentDoc, item)
  const { product, quantity, lineTotal } = data
  const title = useId()
  const { quantityAvailable } = product
  const [changeQuantity] = useChangeCartQuantity()
  const [setQuantity] = useSetCartQuantity()
  const [moveToWishlist] = useMoveToWishlist()
  const [removeFromCart] = useRemoveFromCart()
  return (
    <article className={styles.line} aria-labelledby={title}>
      <Link to={paths.product(product.id)} className={styles.photo} tabIndex={-1} aria-hidden>
        <Photo image={product.image} decorative sizes="120px" />
      </Link>
      <div className={styles.about}>
        <h2 id={title}>
          <Link to={paths.product(product.id)}>{product.fullTitle}</Link>
        </h2>
        <PriceTag price={product.price} />
        {warnings.map((warning) => (
          <CartWarning key={warning.code} message={warning.message} />
        ))}
        <NotSaved control={controls.cart(product.id)} />
        <div className={styles.actions}>
          {quantity > quantityAvailable && quantityAvailable > 0 && (
            <Button look="bare" onClick={() => void setQuantity(product.id, quantityAvailable)}>
              Set to {quantityAvailable}
            </Button>
          )}
          <Button look="bare" onClick={() => void moveToWishlist(product.id)}>
            Move to Wishlist
          </Button>
          <Button look="bare" onClick={() => void removeFromCart(product.id)}>
            Remove
          </Button>
        </div>
      </div>
      <div className={styles.sum}>
        <div className={styles.quantity}>
          <Stepper
            quantity={quantity}
            available={quantityAvailable}
            onStep={(by) => void changeQuantity(product.id, by)}
          />
        </div>
        <p className={styles.total}>
          <span className="visually-hidden">SubTotal </span>
          <Value>{formatRupees(lineTotal)}</Value>
        </p>
      </div>
    </article>
  )
}
