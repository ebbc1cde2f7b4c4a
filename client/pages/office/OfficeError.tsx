/** Replaces an office page whose data or code could not be loaded. The office's navigation stays. */
import { useEffect, useState } from 'react'
import { useLocation, useRevalidator, useRouteError, useSearchParams } from 'react-router-dom'
import { ButtonLink } from '../../components/Button'
import { RouteError } from '../../components/layout/RouteError'
import { forbiddenMessageOf } from '../../data/office/officeQuery'
import { Loading } from './kit/Loading'

/** If the shop refused the page, the role may have changed. OfficePage then loads the account's access and shows only what it may open. */
export function ErrorBoundary() {
  const { revalidate } = useRevalidator()
  const isRefused = forbiddenMessageOf(useRouteError()) !== null
  const [isAccessRead, setAccessRead] = useState(false)
  const mustRead = isRefused && !isAccessRead
  useEffect(() => {
    if (mustRead) void revalidate().then(() => setAccessRead(true))
  }, [mustRead, revalidate])
  if (mustRead) return <Loading inside />
  return (
    <RouteError inside>
      <FirstPage />
    </RouteError>
  )
}

/** A link to the first page of a list. The cursor in the URL may belong to another list or be mistyped. */
function FirstPage() {
  const { pathname } = useLocation()
  const [query] = useSearchParams()
  if (!query.has('after')) return null
  const rest = new URLSearchParams([...query].filter(([name]) => name !== 'after'))
  return (
    <ButtonLink to={`${pathname}?${rest}`} look="quiet">
      First page
    </ButtonLink>
  )
}
