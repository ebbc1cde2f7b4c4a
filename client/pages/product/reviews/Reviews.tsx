/** What buyers say about a product: the average, the number of reviews per star, and the reviews. */
import { useApolloClient } from '@apollo/client/react'
import { useState } from 'react'
import { Button } from '../../../components/Button'
import { SelectField } from '../../../components/form/Field'
import { Stars } from '../../../components/product/Stars'
import { byBuyers } from '../../../components/product/Rating'
import { Review } from '../../../components/review/Review'
import { notify } from '../../../data/notifications'
import { ReviewsPageQueryDocument } from '../../../data/reviews/reviews.generated'
import { UNREACHABLE } from '../../../data/sendMutation'
import type { ReviewSort } from '../../../generated/types'
import type { ProductPageQuery } from '../ProductPage.generated'
import styles from './Reviews.module.css'

type Product = NonNullable<ProductPageQuery['product']>

const SORTS: Record<ReviewSort, string> = {
  NEWEST: 'Newest first',
  HIGHEST: 'Most stars first',
  LOWEST: 'Fewest stars first',
}
const MORE = 10

export function Reviews({ product }: { product: Pick<Product, 'id' | 'reviewSummary' | 'reviews'> }) {
  const { reviewSummary } = product
  return (
    <section className={styles.reviews} aria-labelledby="reviews">
      <h2 id="reviews">Reviews</h2>
      {product.reviews.nodes.length === 0 ? (
        <div className={styles.none}>
          <p className={styles.noneYet}>No reviews yet</p>
          <p>Bought it? Review it from your order.</p>
        </div>
      ) : (
        <div className={styles.columns}>
          {reviewSummary.count > 0 && <Summary {...reviewSummary} />}
          <List product={product} />
        </div>
      )}
    </section>
  )
}

function Summary(summary: Product['reviewSummary']) {
  const { count, average, histogram } = summary
  return (
    <div className={styles.summary}>
      <Stars rating={Math.round(average ?? 0)} />
      <p className={styles.average}>{byBuyers(summary)}</p>
      <ul>
        {[5, 4, 3, 2, 1].map((stars) => {
          const number = histogram[stars - 1] ?? 0
          return (
            <li key={stars} className={styles.bar}>
              <span aria-hidden>{stars} ★</span>
              <span aria-hidden className={styles.track}>
                <span style={{ width: `${(100 * number) / count}%` }} />
              </span>
              <span aria-hidden>{number}</span>
              <span className="visually-hidden">
                {stars} {stars === 1 ? 'star' : 'stars'}: {number} {number === 1 ? 'buyer' : 'buyers'}
              </span>
            </li>
          )
        })}
      </ul>
    </div>
  )
}

type Page = Product['reviews']

function List({ product: { id, reviews } }: { product: Pick<Product, 'id' | 'reviews'> }) {
  const client = useApolloClient()
  const [sort, setSort] = useState<ReviewSort>('NEWEST')
  // Null until the shopper sorts the list or asks for more.
  const [loaded, setLoaded] = useState<Page | null>(null)
  const [isBusy, setBusy] = useState(false)
  const page = loaded ?? reviews
  const load = async (wanted: ReviewSort, after: string | null) => {
    setBusy(true)
    try {
      const variables = { id, sort: wanted, after, first: MORE }
      const { data } = await client.query({ query: ReviewsPageQueryDocument, variables })
      const next = data?.product?.reviews
      if (next) setLoaded(after === null ? next : { ...next, nodes: [...page.nodes, ...next.nodes] })
    } catch (cause) {
      console.error('Could not load the reviews', cause)
      notify.error(UNREACHABLE.message)
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className={styles.list}>
      {(reviews.nodes.length > 1 || loaded) && (
        <div className={styles.sort}>
          <SelectField
            label="Sort reviews"
            value={sort}
            onChange={({ target }) => {
              const wanted = target.value as ReviewSort
              setSort(wanted)
              void load(wanted, null)
            }}
          >
            {Object.entries(SORTS).map(([value, text]) => (
              <option key={value} value={value}>
                {text}
              </option>
            ))}
          </SelectField>
        </div>
      )}
      <ul aria-busy={isBusy || undefined} className={styles.items}>
        {page.nodes.map((review) => (
          <li key={review.id}>
            <Review review={review} />
          </li>
        ))}
      </ul>
      {page.pageInfo.hasNextPage && (
        <Button look="quiet" busy={isBusy} onClick={() => void load(sort, page.pageInfo.endCursor)}>
          Show more
        </Button>
      )}
    </div>
  )
}
