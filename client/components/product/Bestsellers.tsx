/** Some bestsellers, for a page that has nothing else to show. */
import styles from './Bestsellers.module.css'
import { useQuery } from '../../data/reading'
import { BestsellersQueryDocument } from './Bestsellers.generated'
import { ProductGrid, ProductGridSkeleton } from './ProductGrid'

/** `row`: three cards in one row, which scrolls sideways on a phone. */
export function Bestsellers({ shape = 'grid' }: { shape?: 'grid' | 'row' }) {
  const count = shape === 'row' ? 3 : 4
  // No loader: pages show it only once they turn out to be empty or missing.
  const { data, error } = useQuery(BestsellersQueryDocument, { variables: { first: count } })
  if (error || data?.products.nodes.length === 0) return null
  return (
    <section
      className={`${styles.section} ${styles[shape]}`}
      aria-labelledby="bestsellers"
      // The row scrolls sideways. The browser does not scroll to a card that is partly in view.
      onFocus={({ target }) => target.closest('article')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })}
    >
      <h2 id="bestsellers">Bestsellers</h2>
      {data ? (
        <ProductGrid products={data.products.nodes} columns={3} heading="h3" />
      ) : (
        <ProductGridSkeleton count={count} columns={3} />
      )}
    </section>
  )
}
