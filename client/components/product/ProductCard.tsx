/** Product cards in a grid. */
import type { FragmentType } from '@apollo/client/masking'
import { useApolloClient } from '@apollo/client/react'
import { lazy, Suspense, useId, useRef, useState, type ReactNode } from 'react'
import { Link, useViewTransitionState } from 'react-router-dom'
import { useFragmentData } from '../../data/reading'
import { paths } from '../../paths'
import { ButtonLink } from '../Button'
import { Availability, SoldOut } from './Availability'
import { CartButton } from '../cart/CartButton'
import { prefersReducedMotion } from '../motion'
import { Photo } from '../photo/Photo'
import { PriceTag } from './PriceTag'
import styles from './ProductCard.module.css'
import {
  ProductCard_ProductFragmentDoc,
  VariantCard_ProductFragmentDoc,
  type ProductCard_ProductFragment,
  type ProductCard_VariantFragment,
  type VariantCard_ProductFragment,
} from './ProductCard.generated'
import { CardVariantsQueryDocument } from './CardVariants.generated'
import { Rating } from './Rating'
import { Swatches } from './Swatches'
import { WishlistButton } from './WishlistButton'

const SecondPhoto = lazy(async () => ({ default: (await import('../photo/SecondPhoto')).SecondPhoto }))
/** A longer title, in characters, may not fit on its two lines. */
const LONG_TITLE = 30
const SIZES = '(max-width: 640px) 46vw, (max-width: 960px) 30vw, 276px'

interface CardLook {
  eager?: boolean
  /** One level below the section's heading. */
  heading?: 'h2' | 'h3'
  /** A line under the price, e.g. about a price drop. */
  note?: ReactNode
}

interface ProductCardProps extends CardLook {
  product: FragmentType<ProductCard_ProductFragment>
  /** The variant that the list's filter chose. The card shows and opens it. */
  variant?: ProductCard_VariantFragment | null
}

type Summary = ProductCard_ProductFragment['variantSummary']

/** Null if there is nothing to choose, such as for the one size of a product. */
const choiceIn = (summary: Summary): Summary =>
  summary && (summary.labelCount > 1 || summary.optionNames.length > 1) ? summary : null

/** A card in a list of products. The shopper chooses a variant on the product's page. */
export function ProductCard({ product, variant, ...look }: ProductCardProps) {
  const data = useFragmentData(ProductCard_ProductFragmentDoc, product)
  return <Card data={data} title={data.title} variants={choiceIn(data.variantSummary)} variant={variant} {...look} />
}

/** A card of the wishlist, about one variant. Its button stays a button. */
export function VariantCard({ product, ...look }: CardLook & { product: FragmentType<VariantCard_ProductFragment> }) {
  const data = useFragmentData(VariantCard_ProductFragmentDoc, product)
  return <Card data={data} title={data.fullTitle} alwaysAdds {...look} />
}

interface CardProps extends CardLook {
  data: Omit<VariantCard_ProductFragment, ' $fragmentName'>
  title: string
  variants?: Summary
  variant?: ProductCard_VariantFragment | null
  alwaysAdds?: boolean
}

const choicesOf = ({ options }: ProductCard_VariantFragment): Record<string, string> =>
  Object.fromEntries(options.map(({ option, value }) => [option.slug, value.slug]))

/** The variant whose colour the shopper points at. Its photos load at the first one. */
function usePointedVariant(productId: string) {
  const client = useApolloClient()
  const [pointed, setPointed] = useState<ProductCard_VariantFragment | null>(null)
  const wanted = useRef('')
  const point = async (colour: string) => {
    wanted.current = colour
    const { data } = await client.query({ query: CardVariantsQueryDocument, variables: { id: productId } })
    const found = data?.product?.variants.find(({ options }) => options.some(({ value }) => value.swatch === colour))
    if (found && wanted.current === colour) setPointed(found)
  }
  // Without the photo, the card stays as it is.
  return [pointed, (colour: string) => void point(colour).catch(() => undefined)] as const
}

function Card({
  data,
  title,
  variants = null,
  variant: filtered = null,
  eager = false,
  alwaysAdds = false,
  heading: Heading = 'h3',
  note,
}: CardProps) {
  const titleId = useId()
  const [pointed, point] = usePointedVariant(data.id)
  const variant = pointed ?? filtered
  const href = paths.product(data.id, variant && variant.id !== data.id ? choicesOf(variant) : {})
  // A page may show a product twice, so only the photo that was pressed takes part in the view transition.
  const [pressed, setPressed] = useState(false)
  const travels = useViewTransitionState(href) && pressed
  const [visited, setVisited] = useState(false)

  return (
    <article
      className={styles.card}
      aria-labelledby={titleId}
      onPointerEnter={({ pointerType }) => setVisited(pointerType === 'mouse')}
    >
      <div>
        <div className={styles.photo} style={travels ? { viewTransitionName: 'product-photo' } : undefined}>
          <Photo image={variant?.image ?? data.image} eager={eager} sizes={SIZES} />
          <Suspense>{visited && !variant && <SecondPhoto productId={data.id} sizes={SIZES} />}</Suspense>
          {data.isBestseller && <span className={styles.badge}>Bestseller</span>}
        </div>
        <Heading id={titleId} className={styles.title}>
          <Link
            to={href}
            title={title.length > LONG_TITLE ? title : undefined}
            viewTransition={!prefersReducedMotion()}
            className={styles.link}
            onClick={() => setPressed(true)}
          >
            <span>{title}</span>
          </Link>
        </Heading>
      </div>
      <div className={styles.heart}>
        <WishlistButton product={data} shape="heart" describedBy={titleId} />
      </div>
      <div className={styles.facts}>
        <Rating product={data} short />
        <PriceTag price={data.price} isLowest={variants?.variesInPrice} />
        {variants ? (
          <>
            <Swatches variants={variants} onPoint={point} />
            {!variants.availableForSale && <SoldOut />}
          </>
        ) : (
          <Availability product={data} />
        )}
        {note}
        <div className={styles.action}>
          {variants ? (
            <ButtonLink to={href} look="quiet" wide aria-describedby={titleId}>
              Choose {variants.optionNames[0]!.toLowerCase()}
            </ButtonLink>
          ) : (
            <CartButton product={data} alwaysAdds={alwaysAdds} describedBy={titleId} />
          )}
        </div>
      </div>
    </article>
  )
}
