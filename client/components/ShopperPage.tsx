/** A page of what the shop has on the logged-in shopper: its skeleton first, then what `children` make of the query's `me`. */
import { useReadQuery, type QueryRef } from '@apollo/client/react'
import { Suspense, type ReactNode } from 'react'
import { PageSkeleton } from './PageSkeleton'

interface ShopperPageProps<Me> {
  /** Null where nobody is logged in. */
  query: QueryRef<{ me: Me | null }> | null
  skeleton?: ReactNode
  children: (me: Me) => ReactNode
}

export function ShopperPage<Me>({ query, skeleton = <PageSkeleton />, children }: ShopperPageProps<Me>) {
  return <Suspense fallback={skeleton}>{query && <Loaded query={query}>{children}</Loaded>}</Suspense>
}

function Loaded<Me>({ query, children }: { query: QueryRef<{ me: Me | null }>; children: (me: Me) => ReactNode }) {
  const { me } = useReadQuery(query).data
  return me && <div className="wrap page">{children(me)}</div>
}
