/** The skeleton of a loading page. */
import { Skeleton as SkeletonPage } from './Skeleton'
import { ProductGridSkeleton } from '../product/ProductGrid'

export function PageSkeleton() {
  return (
    <SkeletonPage>
      <div className="skeleton" style={{ width: 'min(320px, 70%)', height: 44, marginBottom: 32 }} />
      <ProductGridSkeleton count={4} />
    </SkeletonPage>
  )
}
