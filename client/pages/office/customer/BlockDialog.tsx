/** Blocks or unblocks an account. */
import { useOutletContext } from 'react-router-dom'
import { useOfficeChange } from '../../../data/office/officeChange'
import { BlockCustomerDocument } from '../../../data/office/orderChanges.generated'
import type { DialogProps } from '../kit/DialogRoute'
import { FormDialog } from '../../../components/form/FormDialog'
import type { OfficeCustomerPageQuery } from './CustomerPage.generated'

type Customer = NonNullable<OfficeCustomerPageQuery['office']['customer']>

export function BlockDialog({ onClose }: DialogProps) {
  const customer = useOutletContext<Customer>()
  const blocked = customer.blockedAt === null
  const [block] = useOfficeChange(BlockCustomerDocument, blocked ? 'Customer blocked' : 'Customer unblocked')
  const send = () => block({ customerId: customer.id, blocked })
  return (
    <FormDialog
      title={
        <>
          {blocked ? 'Block' : 'Unblock'}{' '}
          <bdi>{`${customer.firstName} ${customer.lastName}`.trim() || customer.email}</bdi>?
        </>
      }
      action={blocked ? 'Block' : 'Unblock'}

      send={send}
      onClose={onClose}
    >
      {() => (
        <p>
          {blocked
            ? 'The customer is logged out on all devices and cannot log in again. Existing orders continue.'
            : 'The customer can log in again.'}
        </p>
      )}
    </FormDialog>
  )
}
