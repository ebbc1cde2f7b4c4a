/** The invoice page of any order, for staff. */
import { useParams, type LoaderFunctionArgs } from 'react-router-dom'
import { ButtonLink } from '../../../components/Button'
import { EmptyState } from '../../../components/EmptyState'
import { InvoiceSheet } from '../../../components/order/InvoiceSheet'
import { startOfficeQuery } from '../../../data/office/officeQuery'
import { officePaths } from '../../../paths'
import { OfficeInvoicePageQueryDocument } from './InvoicePage.generated'
import { OfficePart } from '../kit/OfficePart'

export const loader = ({ params }: LoaderFunctionArgs) =>
  startOfficeQuery(OfficeInvoicePageQueryDocument, { number: params['number']! })

export function Component() {
  const number = useParams()['number']!
  return (
    <OfficePart<typeof loader> title={`Invoice for ${number}`}>
      {({ office }) => {
        const order = office.order?.order
        return order?.invoice ? (
          <InvoiceSheet order={order} invoice={order.invoice} back={officePaths.order(number)} />
        ) : (
          <EmptyState drawing="orders" sentence="There is no invoice for this order.">
            <ButtonLink to={officePaths.order(number)}>Back to the order</ButtonLink>
          </EmptyState>
        )
      }}
    </OfficePart>
  )
}
