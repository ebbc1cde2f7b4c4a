/** The page for unknown URLs of the office. The office's navigation stays. */
import { ButtonLink } from '../../components/Button'
import { EmptyState } from '../../components/EmptyState'
import { officePaths } from '../../paths'
import { OfficePart } from './kit/OfficePart'

export const Component = () => (
  <OfficePart title="Page not found">
    <EmptyState drawing="missing" sentence="There is no page at this address.">
      <ButtonLink to={officePaths.today()}>Today</ButtonLink>
    </EmptyState>
  </OfficePart>
)
