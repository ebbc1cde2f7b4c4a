/** Product cards in 2, 3 or 4 columns, with a skeleton while they load. */
import type { FragmentType } from '@apollo/client/masking'
import type { ReactNode } from 'react'
import type { ProductCard_ProductFragment, ProductCard_VariantFragment } from './ProductCard.generated'
import { ProductCard } from './ProductCard'
import styles from './ProductGrid.module.css'

interface ProductGridProps {
  products: ({ id: string } & FragmentType<ProductCard_ProductFragment>)[]
  /** By the product's id, the variant that the list's filter chose. */
  variants?: ReadonlyMap<string, ProductCard_VariantFragment>
  /** Next to a sidebar, only three columns fit, except on the widest screens. */
  columns?: 3 | 4
  /** The number of photos to load eagerly. */
  eager?: number
  heading?: 'h2' | 'h3'
}

const gridClass = (columns: 3 | 4) => (columns === 3 ? `${styles.grid} ${styles.three}` : styles.grid)

/** For custom cards, each inside a list item. */
export const CardGrid = ({ columns = 4, children }: { columns?: 3 | 4; children: ReactNode }) => (
  <ul className={gridClass(columns)}>{children}</ul>
)

export function ProductGrid({ products, variants, columns = 4, eager = 0, heading }: ProductGridProps) {
  return (
    <CardGrid columns={columns}>
      {products.map((product, i) => (
        <li key={product.id}>
          <ProductCard product={product} variant={variants?.get(product.id)} eager={i < eager} heading={heading} />
        </li>
      ))}
    </CardGrid>
  )
}

export function ProductGridSkeleton({ count, columns = 4 }: { count: number; columns?: 3 | 4 }) {
  return (
    <div className={gridClass(columns)} aria-hidden>
      {Array.from({ length: count }, (_, i) => (
        <div key={i} className={styles.empty}>
          <div className={`skeleton ${styles.photo}`} />
          <div className="skeleton" style={{ width: '70%', height: 22 }} />
          <div className="skeleton" style={{ width: '40%', height: 16 }} />
          <div className={`skeleton ${styles.price}`} />
          <div className="skeleton" style={{ height: 44, marginTop: 8 }} />
        </div>
      ))}
    </div>
  )
}
