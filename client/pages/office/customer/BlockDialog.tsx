/** Blocks or unblocks an account. */
import { useOutletContext } from 'react-router-dom'
import { useOfficeChange } from '../../../data/office/officeChange'
import { BlockCustomerDocument } from '../../../data/office/orderChanges.generated'
import type { DialogProps } from '../kit/DialogRoute'
import { ChangeDialog } from '../kit/form/ChangeDialog'
import type { OfficeCustomerPageQuery } from './CustomerPage.generated'

type Customer = NonNullable<OfficeCustomerPageQuery['office']['customer']>

export function BlockDialog({ onClose }: DialogProps) {
  const customer = useOutletContext<Customer>()
  const blocked = customer.blockedAt === null
  const [block, { loading }] = useOfficeChange(
    BlockCustomerDocument,
    blocked ? 'Customer blocked' : 'Customer unblocked',
  )
  const send = async () => {
    const outcome = await block({ customerId: customer.id, blocked })
    return outcome && outcome.errors
  }
  return (
    <ChangeDialog
      title={
        <>
          {blocked ? 'Block' : 'Unblock'}{' '}
          <bdi>{`${customer.firstName} ${customer.lastName}`.trim() || customer.email}</bdi>?
        </>
      }
      action={blocked ? 'Block' : 'Unblock'}
      busy={loading}
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
    </ChangeDialog>
  )
}
