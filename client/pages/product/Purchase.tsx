/** The quantity, and the buttons for cart and wishlist. */
import type { RefObject } from 'react'
import { CartButton } from '../../components/cart/CartButton'
import { Stepper } from '../../components/cart/Stepper'
import { WishlistButton } from '../../components/product/WishlistButton'
import { useChangeCartQuantity } from '../../data/cart/cart'
import { useShopper } from '../../data/session/shopper'
import type { ProductPageQuery } from './ProductPage.generated'
import styles from './Purchase.module.css'

interface PurchaseProps {
  product: NonNullable<ProductPageQuery['product']>
  /** The quantity to add. Once the product is in the cart, the stepper changes the cart instead. */
  chosen: number
  onChoose: (quantity: number) => void
  ref: RefObject<HTMLDivElement | null>
}

export function Purchase({ product, chosen, onChoose, ref }: PurchaseProps) {
  const inCart = useShopper().quantityInCart(product.id)
  const [changeCartQuantity] = useChangeCartQuantity()
  return (
    <div ref={ref} className={styles.purchase}>
      <Stepper
        quantity={inCart || chosen}
        available={product.quantityAvailable}
        onStep={(by) => (inCart ? void changeCartQuantity(product.id, by) : onChoose(chosen + by))}
      />
      <div className={styles.cart}>
        <CartButton product={product} quantity={chosen} look="primary" />
      </div>
      <div className={styles.wishlist}>
        <WishlistButton product={product} shape="text" />
      </div>
    </div>
  )
}
