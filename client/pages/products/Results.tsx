/**
 * The results of a listing: products with the search text in the title, then products that the shopper may have meant. The page's heading
 * names the text, so these do not.
 */
import type { FragmentType } from '@apollo/client/masking'
import type {
  ProductCard_ProductFragment,
  ProductCard_VariantFragment,
} from '../../components/product/ProductCard.generated'
import { ProductGrid } from '../../components/product/ProductGrid'
import styles from './Results.module.css'

interface ResultsProps {
  edges: {
    matchedBy: 'EXACT' | 'CLOSE'
    node: { id: string } & FragmentType<ProductCard_ProductFragment>
    variant: ProductCard_VariantFragment | null
  }[]
}

/** The number of photos that are initially visible. */
const EAGER = 4

export function Results({ edges }: ResultsProps) {
  const nodesOf = (wanted: 'EXACT' | 'CLOSE') =>
    edges.filter(({ matchedBy }) => matchedBy === wanted).map(({ node }) => node)
  const [exact, close] = [nodesOf('EXACT'), nodesOf('CLOSE')]
  const variants = new Map(edges.flatMap(({ node, variant }) => (variant ? [[node.id, variant]] : [])))
  return (
    <>
      {exact.length > 0 && <ProductGrid products={exact} variants={variants} columns={3} eager={EAGER} heading="h2" />}
      {close.length > 0 && exact.length === 0 && (
        <ProductGrid products={close} variants={variants} columns={3} eager={EAGER} heading="h2" />
      )}
      {close.length > 0 && exact.length > 0 && (
        <section className={styles.section} aria-labelledby="close">
          <h2 id="close">Similar products</h2>
          <ProductGrid
            products={close}
            variants={variants}
            columns={3}
            eager={Math.max(EAGER - exact.length, 0)}
            heading="h3"
          />
        </section>
      )}
    </>
  )
}
