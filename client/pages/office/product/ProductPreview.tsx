/**
 * Previews the product card while staff type. It uses the shop's card with a product that exists only in Apollo's
 * cache.
 */
import type { ApolloClient } from '@apollo/client'
import type { FragmentType } from '@apollo/client/masking'
import { useApolloClient } from '@apollo/client/react'
import { useEffect, useState } from 'react'
import { discountPercent } from '../../../../server/shared/money/pricing'
import { VariantCard } from '../../../components/product/ProductCard'
import {
  VariantCard_ProductFragmentDoc,
  type VariantCard_ProductFragment,
} from '../../../components/product/ProductCard.generated'
import kit from '../kit/kit.module.css'
import styles from './ProductPreview.module.css'
import { hasCard, numberIn, sellingPrice, type Draft } from './productDraft'

/** A slug contains no spaces, so this id cannot belong to a real product. */
const PREVIEW = { __typename: 'Product', id: 'the preview' } as const

/** An empty image, because without a URL a browser shows a broken image. */
const NO_PHOTO = "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg'/>"

function write(client: ApolloClient, draft: Draft, stock: number): void {
  const [photo] = draft.photos
  const [discounted, original] = [numberIn(sellingPrice(draft)), numberIn(draft.original)]
  client.cache.writeFragment({
    id: client.cache.identify(PREVIEW)!,
    fragment: VariantCard_ProductFragmentDoc,
    fragmentName: 'VariantCard_product',
    data: {
      ...PREVIEW,
      fullTitle: draft.title,
      image: {
        __typename: 'Image',
        url: photo?.url ?? NO_PHOTO,
        alt: photo?.alt ?? '',
        width: photo?.width ?? 900,
        height: photo?.height ?? 900,
      },
      price: {
        __typename: 'Price',
        discounted,
        original,
        discountPercent: original > 0 ? discountPercent({ discounted, original }) : 0,
      },
      // The preview shows the product as before its first review.
      rating: numberIn(draft.rating),
      ratingSource: draft.isGraded === 'yes' ? 'STUDIO' : 'NONE',
      reviewSummary: { __typename: 'ReviewSummary', count: 0, average: null },
      isBestseller: draft.isBestseller === 'yes',
      quantityAvailable: stock,
      availableForSale: stock > 0,
    },
  })
}

export function ProductPreview({ draft, stock }: { draft: Draft; stock: number }) {
  const client = useApolloClient()
  // The card suspends until its data is in the cache, so the first write happens during the first render.
  useState(() => write(client, draft, stock))
  useEffect(() => write(client, draft, stock), [client, draft, stock])
  return (
    <section className={styles.preview} aria-labelledby="preview">
      <h2 id="preview">Preview</h2>
      {!hasCard(draft) && <p className={kit.quiet}>Enter a title, a price and a rating to see the product card.</p>}
      {/* For viewing only: `inert` disables its buttons and links. */}
      <div inert hidden={!hasCard(draft)}>
        <VariantCard product={PREVIEW as FragmentType<VariantCard_ProductFragment>} />
      </div>
    </section>
  )
}
