/** Orders to pack, as a table: staff tick orders, enter their tracking numbers, ship them together, and print their labels and slips. */
import { TO_PACK } from '../../../../server/shared/delivery/toPack'
import { useLoaderData, useSearchParams, type LoaderFunctionArgs } from 'react-router-dom'
import { ButtonLink } from '../../../components/Button'
import { EmptyState } from '../../../components/EmptyState'
import { loadOffice } from '../../../data/office/officeQuery'
import { officePaths } from '../../../paths'
import { OfficePart } from '../kit/OfficePart'
import { Pages } from '../kit/Pages'
import { OfficePackingPageQueryDocument } from './PackingPage.generated'
import { PackingTable } from './PackingTable'

const afterIn = (query: URLSearchParams): string | null => query.get('after')

export const loader = ({ request }: LoaderFunctionArgs) =>
  loadOffice(OfficePackingPageQueryDocument, {
    toPack: [...TO_PACK],
    after: afterIn(new URL(request.url).searchParams),
  })

export function Component() {
  const [query] = useSearchParams()
  const { orders } = useLoaderData<typeof loader>().office
  return (
    <OfficePart title="Packing">
      <h1>Packing</h1>
      {orders.nodes.length === 0 ? (
        <EmptyState drawing="orders" heading="h2" sentence="There are no orders to pack.">
          <ButtonLink to={officePaths.orders()} look="quiet">
            All orders
          </ButtonLink>
        </EmptyState>
      ) : (
        <PackingTable loaded={orders.nodes} />
      )}
      <Pages
        after={afterIn(query)}
        pageInfo={orders.pageInfo}
        to={(after) => officePaths.packing(after === null ? '' : `?${new URLSearchParams({ after })}`)}
        first="Oldest"
        next="Newer orders"
      />
    </OfficePart>
  )
}
