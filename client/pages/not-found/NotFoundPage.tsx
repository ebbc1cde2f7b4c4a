/** For every path that leads nowhere. */
import { ButtonLink } from '../../components/Button'
import { EmptyState } from '../../components/EmptyState'
import { usePageTitle } from '../../components/pageTitle'
import { paths } from '../../paths'

export function Component() {
  usePageTitle('Page Not Found')
  return (
    <div className="wrap page">
      <EmptyState sentence="Oops! Could not find the page!">
        <ButtonLink to={paths.home()}>Back to the shop</ButtonLink>
      </EmptyState>
    </div>
  )
}
