/** For every path that leads nowhere. */
import { ButtonLink } from '../../components/Button'
import { EmptyState } from '../../components/EmptyState'
import { NoPageHead } from '../../components/PageHead'
import { paths } from '../../paths'

export function Component() {
  return (
    <div className="wrap page">
      <NoPageHead />
      <EmptyState sentence="Oops! Could not find the page!">
        <ButtonLink to={paths.home()}>Back to the shop</ButtonLink>
      </EmptyState>
    </div>
  )
}
