/**
 * A page with the logged-in shopper's data. It shows a skeleton first, then renders `children` with the query's `me`.
 */
import type { QueryRef } from '@apollo/client/react'
import { Suspense, type ReactNode } from 'react'
import { useReadQuery } from '../../data/reading'
import { PageSkeleton } from './PageSkeleton'

interface ShopperPageProps<Me, Data extends { me: Me | null }> {
  /** Null for a visitor, and on the server, which sends the skeleton. */
  query: QueryRef<Data> | null
  skeleton?: ReactNode
  /** The second argument is the query's complete data. */
  children: (me: Me, data: Data) => ReactNode
}

export function ShopperPage<Me, Data extends { me: Me | null }>({
  query,
  skeleton = <PageSkeleton />,
  children,
}: ShopperPageProps<Me, Data>) {
  if (!query) return skeleton
  return (
    <Suspense fallback={skeleton}>
      <Loaded query={query}>{children}</Loaded>
    </Suspense>
  )
}

interface LoadedProps<Me, Data> {
  query: QueryRef<Data>
  children: (me: Me, data: Data) => ReactNode
}

function Loaded<Me, Data extends { me: Me | null }>({ query, children }: LoadedProps<Me, Data>) {
  const data = useReadQuery(query).data
  return data.me && <div className="wrap page">{children(data.me, data)}</div>
}
