/** The skeleton of a loading page. */
import { ProductGridSkeleton } from '../product/ProductGrid'

export function PageSkeleton() {
  return (
    <div className="wrap page" aria-busy="true" aria-label="Loading">
      <div className="skeleton" style={{ width: 'min(320px, 70%)', height: 44, marginBottom: 32 }} />
      <ProductGridSkeleton count={4} />
    </div>
  )
}
