/** Puts a product on the wishlist or takes it off: a heart on a photo, or a button in words. */
import type { FragmentType } from '@apollo/client/masking'
import { useSuspenseFragment } from '@apollo/client/react'
import { Heart } from 'lucide-react'
import { useShopper } from '../data/shopper'
import { addToWishlist, removeFromWishlist } from '../data/wishlist'
import { Button, RoundButton } from './Button'
import { useForShopper } from './origin'
import { useAction } from './useAction'
import styles from './WishlistButton.module.css'
import { WishlistButton_ProductFragmentDoc, type WishlistButton_ProductFragment } from './WishlistButton.generated'

interface WishlistButtonProps {
  product: FragmentType<WishlistButton_ProductFragment>
  shape: 'heart' | 'words'
}

export function WishlistButton({ product, shape }: WishlistButtonProps) {
  const { data } = useSuspenseFragment({
    fragment: WishlistButton_ProductFragmentDoc,
    fragmentName: 'WishlistButton_product',
    from: product,
  })
  const forShopper = useForShopper()
  const saved = useShopper().hasOnWishlist(data.id)
  const [toggle, busy] = useAction(saved ? removeFromWishlist : addToWishlist)
  const name = saved ? 'Remove from Wishlist' : 'Add to Wishlist'
  const press = () => forShopper(() => void toggle(data.id))

  if (shape === 'words') {
    return (
      <Button look="quiet" busy={busy} onClick={press}>
        {name}
      </Button>
    )
  }
  return (
    <RoundButton aria-label={name} aria-busy={busy || undefined} onClick={press}>
      <Heart size={20} strokeWidth={1.5} aria-hidden className={saved ? styles.saved : undefined} />
    </RoundButton>
  )
}
