/** Buyers' reviews. Staff hide those that break the rules, and reply once to each. */
import { Link, Outlet, useLoaderData, useSearchParams, type LoaderFunctionArgs } from 'react-router-dom'
import { Button } from '../../../components/Button'
import { EmptyState } from '../../../components/EmptyState'
import { Review } from '../../../components/review/Review'
import { loadOffice } from '../../../data/office/officeQuery'
import type { OfficeReview_ReviewFragment } from '../../../data/office/reviewChanges.generated'
import type { OfficeReviewFilter } from '../../../generated/types'
import { officePaths } from '../../../paths'
import { useMay } from '../kit/accessContext'
import { DataTable, type Column } from '../kit/DataTable'
import { useOpenDialog } from '../kit/DialogRoute'
import kit from '../kit/kit.module.css'
import { OfficePart } from '../kit/OfficePart'
import { Pages } from '../kit/Pages'
import { stateFilter } from '../kit/stateFilter'
import table from '../kit/Table.module.css'
import { Tabs } from '../kit/Tabs'
import { OfficeReviewsPageQueryDocument } from './ReviewsPage.generated'

const FILTERS = { unanswered: 'Without a reply', hidden: 'Hidden' }
const VARIABLES: Record<keyof typeof FILTERS, OfficeReviewFilter> = {
  unanswered: { unanswered: true, hidden: false },
  hidden: { hidden: true },
}
const EMPTY: Record<keyof typeof FILTERS, string> = {
  unanswered: 'Every review has a reply.',
  hidden: 'No review is hidden.',
}
const filter = stateFilter(FILTERS, officePaths.reviews)

export function loader({ request }: LoaderFunctionArgs) {
  const { state, after } = filter.variablesOf(request)
  return loadOffice(OfficeReviewsPageQueryDocument, { filter: state && VARIABLES[state], after })
}

export type ListedReview = Omit<OfficeReview_ReviewFragment, ' $fragmentName'>

const COLUMNS: Column<ListedReview>[] = [
  {
    name: 'Review',
    look: 'long',
    cell: ({ review, hiddenReason }) => (
      <>
        <Review review={review} />
        {hiddenReason !== null && (
          <span className={table.note}>
            Hidden: <bdi>{hiddenReason}</bdi>
          </span>
        )}
      </>
    ),
  },
  {
    name: 'Product',
    cell: ({ productId, productTitle }) =>
      productId === null ? 'No longer in the shop' : <Link to={officePaths.product(productId)}>{productTitle}</Link>,
  },
]

export function Component() {
  const [query] = useSearchParams()
  const state = filter.stateIn(query)
  const { reviews } = useLoaderData<typeof loader>().office
  const open = useOpenDialog()
  const mayChange = useMay('write_products')
  return (
    <OfficePart title="Reviews">
      <h1>Reviews</h1>
      <p className={kit.quiet}>Hide a review only if it breaks a rule, such as an insult. Low stars are no reason.</p>
      <Tabs label="Reviews" tabs={filter.tabs} current={state ?? ''} to={(id) => filter.pathOf(id)} />
      <DataTable
        label="Reviews"
        columns={COLUMNS}
        rows={reviews.nodes}
        keyOf={({ id }) => id}
        actions={
          mayChange &&
          (({ id, review, hiddenAt }) => (
            <span className={table.buttons}>
              {review.reply === null && (
                <Button look="bare" aria-label={`Reply to ${review.authorName}`} onClick={() => open(`${id}/reply`)}>
                  Reply
                </Button>
              )}
              <Button
                look="bare"
                aria-label={`${hiddenAt ? 'Show' : 'Hide'} the review by ${review.authorName}`}
                onClick={() => open(`${id}/${hiddenAt ? 'show' : 'hide'}`)}
              >
                {hiddenAt ? 'Show' : 'Hide'}
              </Button>
            </span>
          ))
        }
        empty={<EmptyState heading="h2" sentence={state ? EMPTY[state] : 'No reviews yet.'} />}
      />
      <Pages
        after={query.get('after')}
        pageInfo={reviews.pageInfo}
        to={(next) => filter.pathOf(state ?? '', next)}
        first="Newest"
        next="Older reviews"
      />
      {mayChange && <Outlet context={reviews.nodes} />}
    </OfficePart>
  )
}
