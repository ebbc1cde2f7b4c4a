/** Adds a product to the cart. Once the cart contains it, the button becomes a link to the cart. */
import type { FragmentType } from '@apollo/client/masking'
import { useAddToCart } from '../../data/cart/cart'
import { useShopper } from '../../data/session/shopper'
import { controls } from '../../data/unsaved'
import { paths } from '../../paths'
import { Button, ButtonLink } from '../Button'
import { CartButton_ProductFragmentDoc, type CartButton_ProductFragment } from './CartButton.generated'
import { NotSaved } from './NotSaved'
import { useRequireLogin } from '../session/returnPath'
import { useFragmentData } from '../../data/reading'

interface CartButtonProps {
  product: FragmentType<CartButton_ProductFragment>
  quantity?: number
  look?: 'primary' | 'quiet'
  /** On the wishlist page, the control stays a button, and each press increases the quantity in the cart. */
  alwaysAdds?: boolean
  /** The id of the product's title, if the page shows several products. */
  describedBy?: string
}

export function CartButton({
  product,
  quantity = 1,
  look = 'quiet',
  alwaysAdds = false,
  describedBy,
}: CartButtonProps) {
  const data = useFragmentData(CartButton_ProductFragmentDoc, product)
  const { quantityInCart } = useShopper()
  const requireLogin = useRequireLogin()
  const [addToCart, { loading }] = useAddToCart()
  const showsLink = !alwaysAdds && quantityInCart(data.id) > 0

  const press = () =>
    requireLogin({ list: 'cart', productId: data.id, title: data.fullTitle, quantity }, () => {
      void addToCart(data.id, quantity)
    })
  return (
    <>
      {showsLink ? (
        <ButtonLink to={paths.cart()} look={look} wide aria-describedby={describedBy}>
          Go to Cart
        </ButtonLink>
      ) : (
        <Button
          look={look}
          wide
          busy={loading}
          unavailable={!data.availableForSale}
          onClick={press}
          aria-describedby={describedBy}
        >
          {data.availableForSale ? 'Add to Cart' : 'Sold out'}
        </Button>
      )}
      <NotSaved control={controls.cart(data.id)} />
    </>
  )
}
