/** The page for unknown URLs. */
import { paths } from '../../paths'
import { ButtonLink } from '../Button'
import { EmptyState } from '../EmptyState'
import { NotFoundHead } from './PageHead'

export function NotFound() {
  return (
    <div className="wrap page">
      <NotFoundHead />
      <EmptyState drawing="missing" sentence="Oops! Could not find the page!">
        <ButtonLink to={paths.home()}>Back to the shop</ButtonLink>
      </EmptyState>
    </div>
  )
}
