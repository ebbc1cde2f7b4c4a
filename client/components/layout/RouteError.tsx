/** Replaces a page that does not exist or could not be loaded. */
import { CombinedGraphQLErrors, ServerError } from '@apollo/client'
import { useEffect, type ReactNode } from 'react'
import { isRouteErrorResponse, useLocation, useNavigate, useRouteError } from 'react-router-dom'
import { codeIsMissing } from '../../data/apollo/missingCode'
import { Button } from '../Button'
import { EmptyState } from '../EmptyState'
import { NotFound } from '../page/NotFound'
import { PageHead } from '../page/PageHead'
import { useReachability } from '../../data/apollo/useReachability'

const SENTENCES = {
  reached: 'Sorry! This page could not be loaded.',
  unreached: 'We cannot reach the shop, and this page is not on your device yet.',
  offline: 'You are offline, and this page is not on your device yet.',
}

/** Says how long to wait, if the shop refused the page's data because of too many requests. */
function tooManyRequestsMessage(error: unknown): string | null {
  if (!ServerError.is(error) || error.statusCode !== 429) return null
  const seconds = Number(error.response.headers.get('retry-after'))
  return `Sorry! There are too many requests. Please try again in ${seconds > 0 ? waitOf(seconds) : 'a minute'}.`
}

function waitOf(seconds: number): string {
  const [number, unit] = seconds < 120 ? [Math.ceil(seconds), 'second'] : [Math.ceil(seconds / 60), 'minute']
  return `${number} ${unit}${number === 1 ? '' : 's'}`
}

interface RouteErrorProps {
  /** True in a page that already has margins. */
  inside?: boolean
  /** Further links. */
  children?: ReactNode
}

export function RouteError({ inside = false, children }: RouteErrorProps) {
  const error = useRouteError()
  const location = useLocation()
  const navigate = useNavigate()
  const reachability = useReachability()
  useEffect(() => {
    // The server has already logged its own errors.
    if (!isRouteErrorResponse(error) && !CombinedGraphQLErrors.is(error))
      console.error('Could not show the page', error)
  }, [error])
  // Navigating to the current page runs all its loaders again.
  const askAgain = () => navigate(location, { replace: true, state: location.state as unknown })
  const retry = () => (codeIsMissing() ? window.location.reload() : void askAgain())
  if (isRouteErrorResponse(error) && error.status === 404) return <NotFound />
  return (
    <div className={inside ? undefined : 'wrap page'}>
      <PageHead title="Not loaded" />
      <EmptyState drawing="error" sentence={tooManyRequestsMessage(error) ?? SENTENCES[reachability]}>
        <Button onClick={retry}>Retry</Button>
        {children}
      </EmptyState>
    </div>
  )
}
