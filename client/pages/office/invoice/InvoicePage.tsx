/** The invoice page of any order, for staff. */
import { useLoaderData, useParams, type LoaderFunctionArgs } from 'react-router-dom'
import { ButtonLink } from '../../../components/Button'
import { EmptyState } from '../../../components/EmptyState'
import { InvoiceSheet } from '../../../components/order/InvoiceSheet'
import { loadOffice } from '../../../data/office/officeQuery'
import { officePaths } from '../../../paths'
import { OfficeInvoicePageQueryDocument } from './InvoicePage.generated'
import { OfficePart } from '../kit/OfficePart'

export const loader = ({ params }: LoaderFunctionArgs) =>
  loadOffice(OfficeInvoicePageQueryDocument, { number: params['number']! })

export function Component() {
  const number = useParams()['number']!
  const order = useLoaderData<typeof loader>().office.order?.order
  return (
    <OfficePart title={`Invoice for ${number}`}>
      {order?.invoice ? (
        <InvoiceSheet order={order} invoice={order.invoice} back={officePaths.order(number)} />
      ) : (
        <EmptyState drawing="orders" sentence="There is no invoice for this order.">
          <ButtonLink to={officePaths.order(number)}>Back to the order</ButtonLink>
        </EmptyState>
      )}
    </OfficePart>
  )
}
