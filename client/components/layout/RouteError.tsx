/** In place of a page that could not be loaded. */
import { useEffect } from 'react'
import { isRouteErrorResponse, useLocation, useNavigate, useRouteError } from 'react-router-dom'
import { logSilently } from '../../data/notifications'
import { Button } from '../Button'
import { EmptyState } from '../EmptyState'
import { PageHead } from '../PageHead'

export function RouteError() {
  const error = useRouteError()
  const location = useLocation()
  const navigate = useNavigate()
  useEffect(() => {
    if (!isRouteErrorResponse(error)) logSilently('Could not show the page', error)
  }, [error])
  // Going to where one is already asks for everything again.
  const retry = () => navigate(location, { replace: true, state: location.state as unknown })
  return (
    <div className="wrap page">
      <PageHead title="Not loaded" />
      <EmptyState sentence="Sorry! This page could not be loaded.">
        <Button onClick={() => void retry()}>Retry</Button>
      </EmptyState>
    </div>
  )
}
