/** Asks for confirmation when staff follow a link or close the tab while a form has unsaved changes. */
import { lazy, Suspense } from 'react'
import { useBeforeUnload, useBlocker } from 'react-router-dom'
import { AFTER_SAVE } from './afterSave'

const LeaveDialog = lazy(async () => ({ default: (await import('./LeaveDialog')).LeaveDialog }))

export function LeaveGuard({ unsaved }: { unsaved: boolean }) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      unsaved && currentLocation.pathname !== nextLocation.pathname && nextLocation.state !== AFTER_SAVE,
  )
  useBeforeUnload((event) => {
    if (unsaved) event.preventDefault()
  })
  if (blocker.state !== 'blocked') return null
  return (
    <Suspense>
      <LeaveDialog onStay={blocker.reset} onLeave={blocker.proceed} />
    </Suspense>
  )
}
