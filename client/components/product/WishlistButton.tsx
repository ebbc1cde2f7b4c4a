/** Adds a product to the wishlist or removes it: a heart on a photo, or a button with text. */
import type { FragmentType } from '@apollo/client/masking'
import { Heart } from 'lucide-react'
import { useShopper } from '../../data/session/shopper'
import { controls } from '../../data/unsaved'
import { useAddToWishlist, useRemoveFromWishlist } from '../../data/cart/wishlist'
import { Button, RoundButton } from '../Button'
import { NotSaved } from '../cart/NotSaved'
import { useRequireLogin } from '../session/returnPath'
import styles from './WishlistButton.module.css'
import { WishlistButton_ProductFragmentDoc, type WishlistButton_ProductFragment } from './WishlistButton.generated'
import { useFragmentData } from '../../data/reading'

interface WishlistButtonProps {
  product: FragmentType<WishlistButton_ProductFragment>
  shape: 'heart' | 'text'
  /** The id of the product's title, if the page shows several products. */
  describedBy?: string
}

export function WishlistButton({ product, shape, describedBy }: WishlistButtonProps) {
  const data = useFragmentData(WishlistButton_ProductFragmentDoc, product)
  const requireLogin = useRequireLogin()
  const saved = useShopper().hasOnWishlist(data.id)
  const [add, adding] = useAddToWishlist()
  const [remove, removing] = useRemoveFromWishlist()
  const busy = adding.loading || removing.loading
  const name = saved ? 'Remove from Wishlist' : 'Add to Wishlist'
  const press = () =>
    requireLogin({ list: 'wishlist', productId: data.id, title: data.fullTitle, quantity: 1 }, () => {
      void (saved ? remove(data.id) : add(data.id))
    })

  return (
    <>
      {shape === 'text' ? (
        <Button look="quiet" className={styles.text} busy={busy} onClick={press} aria-describedby={describedBy}>
          <Heart size={18} strokeWidth={1.5} aria-hidden className={saved ? styles.saved : undefined} />
          {name}
        </Button>
      ) : (
        <RoundButton
          data-saved={saved || undefined}
          aria-label={name}
          aria-describedby={describedBy}
          busy={busy}
          onClick={press}
        >
          <Heart size={20} strokeWidth={1.5} aria-hidden className={saved ? styles.saved : undefined} />
        </RoundButton>
      )}
      <NotSaved control={controls.wishlist(data.id)} />
    </>
  )
}
