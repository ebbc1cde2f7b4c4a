/** Products that were viewed on this device before this one. */
import { useEffect, useState } from 'react'
import { ProductGrid } from '../../components/product/ProductGrid'
import { useQuery } from '../../data/reading'
import { recentlyViewed, rememberViewed } from '../../data/catalogue/recentlyViewed'
import styles from './ProductPage.module.css'
import { RecentlyViewedQueryDocument } from './RecentlyViewed.generated'

const SHOWN = 4
const NOTHING = ''

export function RecentlyViewed({ productId }: { productId: string }) {
  const [ids] = useState(() => recentlyViewed(productId, SHOWN))
  useEffect(() => rememberViewed(productId), [productId])
  const [first = NOTHING, second = NOTHING, third = NOTHING, fourth = NOTHING] = ids
  // No loader: the ids are on this device.
  const { data } = useQuery(RecentlyViewedQueryDocument, {
    variables: { first, second, third, fourth },
    skip: ids.length === 0,
  })
  const products = [data?.first, data?.second, data?.third, data?.fourth].filter((product) => product != null)
  if (products.length === 0) return null
  return (
    <section className={styles.related} aria-labelledby="recent">
      <h2 id="recent">Recently viewed</h2>
      <ProductGrid products={products} />
    </section>
  )
}
