/** The page for unknown URLs of the office. The office's navigation stays. */
import { ButtonLink } from '../../components/Button'
import { EmptyState } from '../../components/EmptyState'
import { officePaths } from '../../paths'
import { OfficePart } from './kit/OfficePart'

export const Component = () => (
  <OfficePart title="Page Not Found">
    <EmptyState drawing="missing" sentence="The office has no such page.">
      <ButtonLink to={officePaths.today()}>Today</ButtonLink>
    </EmptyState>
  </OfficePart>
)
