/** Shows the office once the session has the second factor that the account needs. */
import { lazy, Suspense, useEffect, useState, type ReactNode } from 'react'
import { useRevalidator } from 'react-router-dom'
import type { OfficeAccess } from '../../../data/office/access'
import { Loading } from '../kit/OfficePart'

/** Few sessions need this code, so other pages do not load it. */
const ClosedOffice = lazy(async () => ({ default: (await import('./ClosedOffice')).ClosedOffice }))

export function SecondFactorGate({ access, children }: { access: OfficeAccess; children: ReactNode }) {
  const isClosed = access.secondFactor === 'NEEDED' || access.secondFactor === 'SETUP'
  // The server rejected the page's query while the office was closed, so the query is sent again before the page opens.
  const [isStale, setStale] = useState(isClosed)
  if (isClosed && !isStale) setStale(true)
  const { revalidate } = useRevalidator()
  useEffect(() => {
    if (!isClosed && isStale) void revalidate().then(() => setStale(false))
  }, [isClosed, isStale, revalidate])
  if (!isClosed) return isStale ? <Loading inside /> : children
  return (
    <Suspense fallback={<Loading inside />}>
      <ClosedOffice access={access} />
    </Suspense>
  )
}
