/** Any order's invoice. */
import { useParams } from 'react-router-dom'
import { ButtonLink } from '../../../components/Button'
import { EmptyState } from '../../../components/EmptyState'
import { InvoiceSheet } from '../../../components/order/InvoiceSheet'
import { officePaths } from '../../../officePaths'
import { OfficeInvoicePageQueryDocument } from './InvoicePage.generated'
import { OfficePart } from '../kit/OfficePart'

export function OfficeInvoicePage() {
  const number = useParams()['number']!
  return (
    <OfficePart document={OfficeInvoicePageQueryDocument} variables={{ number }} title={`Invoice of ${number}`}>
      {({ office }) => {
        const order = office.order?.order
        return order?.invoice ? (
          <InvoiceSheet order={order} invoice={order.invoice} back={officePaths.order(number)} />
        ) : (
          <EmptyState drawing="orders" sentence="There is no invoice for this order.">
            <ButtonLink to={officePaths.order(number)}>The order</ButtonLink>
          </EmptyState>
        )
      }}
    </OfficePart>
  )
}
