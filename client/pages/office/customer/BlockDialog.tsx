/** Blocks or unblocks an account. */
import { useOfficeChange } from '../../../data/office/office'
import { BlockCustomerDocument } from '../../../data/office/officeOrders.generated'
import { ChangeDialog } from '../kit/form/ChangeDialog'

interface BlockDialogProps {
  customer: { id: string; firstName: string; lastName: string; blockedAt: string | null }
  onClose: () => void
}

export function BlockDialog({ customer, onClose }: BlockDialogProps) {
  const blocked = customer.blockedAt === null
  const [block, { loading }] = useOfficeChange(
    BlockCustomerDocument,
    blocked ? 'Customer blocked' : 'Customer unblocked',
  )
  const send = async () => {
    const outcome = await block({ customerId: customer.id, blocked })
    return outcome && outcome.faults
  }
  return (
    <ChangeDialog
      title={`${blocked ? 'Block' : 'Unblock'} ${customer.firstName} ${customer.lastName}?`}
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
