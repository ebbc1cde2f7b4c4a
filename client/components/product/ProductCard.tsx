/** A product card in a grid. */
import type { FragmentType } from '@apollo/client/masking'
import { useSuspenseFragment } from '@apollo/client/react'
import { lazy, Suspense, useId, useState, type ReactNode } from 'react'
import { Link, useViewTransitionState } from 'react-router-dom'
import { paths } from '../../paths'
import { Availability } from './Availability'
import { CartButton } from '../cart/CartButton'
import { prefersReducedMotion } from '../motion'
import { Photo } from '../photo/Photo'
import { PriceTag } from './PriceTag'
import styles from './ProductCard.module.css'
import { ProductCard_ProductFragmentDoc, type ProductCard_ProductFragment } from './ProductCard.generated'
import { Rating } from './Rating'
import { WishlistButton } from './WishlistButton'

const SecondPhoto = lazy(async () => ({ default: (await import('../photo/SecondPhoto')).SecondPhoto }))
const SIZES = '(max-width: 640px) 46vw, (max-width: 960px) 30vw, 276px'

interface ProductCardProps {
  product: FragmentType<ProductCard_ProductFragment>
  eager?: boolean
  alwaysAdds?: boolean
  /** One level below the section's heading. */
  heading?: 'h2' | 'h3'
  /** A line under the price, e.g. about a price drop. */
  note?: ReactNode
}

export function ProductCard({
  product,
  eager = false,
  alwaysAdds = false,
  heading: Heading = 'h3',
  note,
}: ProductCardProps) {
  const { data } = useSuspenseFragment({
    fragment: ProductCard_ProductFragmentDoc,
    fragmentName: 'ProductCard_product',
    from: product,
  })
  const title = useId()
  const href = paths.product(data.id)
  // A page may show a product twice, so only the photo that was pressed takes part in the view transition.
  const [pressed, setPressed] = useState(false)
  const travels = useViewTransitionState(href) && pressed
  const [visited, setVisited] = useState(false)

  return (
    <article
      className={styles.card}
      aria-labelledby={title}
      onPointerEnter={({ pointerType }) => setVisited(pointerType === 'mouse')}
    >
      <div>
        <div className={styles.photo} style={travels ? { viewTransitionName: 'product-photo' } : undefined}>
          <Photo image={data.image} eager={eager} sizes={SIZES} />
          <Suspense>{visited && <SecondPhoto productId={data.id} sizes={SIZES} />}</Suspense>
          {data.isBestseller && <span className={styles.badge}>Bestseller</span>}
        </div>
        <Heading id={title} className={styles.title}>
          <Link
            to={href}
            viewTransition={!prefersReducedMotion()}
            className={styles.link}
            onClick={() => setPressed(true)}
          >
            {data.title}
          </Link>
        </Heading>
      </div>
      <div className={styles.heart}>
        <WishlistButton product={data} shape="heart" describedBy={title} />
      </div>
      <div className={styles.facts}>
        <Rating product={data} />
        <PriceTag price={data.price} />
        <Availability product={data} />
        {note}
        <div className={styles.action}>
          <CartButton product={data} alwaysAdds={alwaysAdds} describedBy={title} />
        </div>
      </div>
    </article>
  )
}
