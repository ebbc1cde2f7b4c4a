/**
 * The results of a listing: exact matches for the search text, then close ones. If there are none, shows the
 * bestsellers.
 */
import type { FragmentType } from '@apollo/client/masking'
import { useQuery } from '@apollo/client/react'
import type { ProductCard_ProductFragment } from '../../components/product/ProductCard.generated'
import { ProductGrid, ProductGridSkeleton } from '../../components/product/ProductGrid'
import { BestsellersQueryDocument } from './Results.generated'
import styles from './Results.module.css'

interface ResultsProps {
  edges: { matchedBy: 'EXACT' | 'CLOSE'; node: { id: string } & FragmentType<ProductCard_ProductFragment> }[]
  /** The search text. */
  text: string | null
}

/** The number of photos that are visible first. */
const EAGER = 4

export function Results({ edges, text }: ResultsProps) {
  const nodesOf = (wanted: 'EXACT' | 'CLOSE') =>
    edges.filter(({ matchedBy }) => matchedBy === wanted).map(({ node }) => node)
  const [exact, close] = [nodesOf('EXACT'), nodesOf('CLOSE')]
  return (
    <>
      {exact.length > 0 && <ProductGrid products={exact} columns={3} eager={EAGER} heading="h2" />}
      {close.length > 0 && (
        <section className={styles.section} aria-labelledby="close">
          <h2 id="close">Close to "{text}"</h2>
          <ProductGrid products={close} columns={3} eager={Math.max(EAGER - exact.length, 0)} heading="h3" />
        </section>
      )}
    </>
  )
}

const BESTSELLERS = 4

export function Bestsellers() {
  const { data, error } = useQuery(BestsellersQueryDocument, { variables: { first: BESTSELLERS } })
  if (error) return null
  return (
    <section className={styles.section} aria-labelledby="bestsellers">
      <h2 id="bestsellers">Bestsellers</h2>
      {data ? (
        <ProductGrid products={data.products.nodes} columns={3} heading="h3" />
      ) : (
        <ProductGridSkeleton count={BESTSELLERS} columns={3} />
      )}
    </section>
  )
}
