/** Replaces a page that does not exist or could not be loaded. */
import { useEffect } from 'react'
import { isRouteErrorResponse, useLocation, useNavigate, useRouteError } from 'react-router-dom'
import { codeIsMissing } from '../../data/apollo/missingCode'
import { Button } from '../Button'
import { EmptyState } from '../EmptyState'
import { NotFound } from '../page/NotFound'
import { PageHead } from '../page/PageHead'
import { useReachability } from './useReachable'

const SENTENCES = {
  reached: 'Sorry! This page could not be loaded.',
  unreached: 'We cannot reach the shop, and this page is not on your device yet.',
  offline: 'You are offline, and this page is not on your device yet.',
}

export function RouteError() {
  const error = useRouteError()
  const location = useLocation()
  const navigate = useNavigate()
  const reachability = useReachability()
  useEffect(() => {
    if (!isRouteErrorResponse(error)) console.error('Could not show the page', error)
  }, [error])
  // Navigating to the current page runs all its loaders again.
  const askAgain = () => navigate(location, { replace: true, state: location.state as unknown })
  const retry = () => (codeIsMissing() ? window.location.reload() : void askAgain())
  if (isRouteErrorResponse(error) && error.status === 404) return <NotFound />
  return (
    <div className="wrap page">
      <PageHead title="Not loaded" />
      <EmptyState drawing="error" sentence={SENTENCES[reachability]}>
        <Button onClick={retry}>Retry</Button>
      </EmptyState>
    </div>
  )
}
