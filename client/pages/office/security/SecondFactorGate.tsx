/** Shows the office once the session has the second factor that the account needs. */
import { lazy, Suspense, type ReactNode } from 'react'
import type { OfficeAccess } from '../../../data/office/access'
import { Loading } from '../kit/Loading'

/** Few sessions need this code, so other pages do not load it. */
const ClosedOffice = lazy(async () => ({ default: (await import('./ClosedOffice')).ClosedOffice }))

export function SecondFactorGate({ access, children }: { access: OfficeAccess; children: ReactNode }) {
  if (access.secondFactor !== 'NEEDED' && access.secondFactor !== 'SETUP') return children
  return (
    <Suspense fallback={<Loading inside />}>
      <ClosedOffice access={access} />
    </Suspense>
  )
}
