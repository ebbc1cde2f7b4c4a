/** Blocks an account, or unblocks it. */
import { useOfficeChange } from '../../../data/office/office'
import { BlockCustomerDocument } from '../../../data/office/officeOrders.generated'
import { ChangeDialog } from '../kit/ChangeDialog'

interface BlockDialogProps {
  customer: { id: string; firstName: string; lastName: string; blockedAt: string | null }
  refresh: () => Promise<void>
  onClose: () => void
}

export function BlockDialog({ customer, refresh, onClose }: BlockDialogProps) {
  const blocked = customer.blockedAt === null
  const [block, { loading }] = useOfficeChange(BlockCustomerDocument, blocked ? 'Blocked' : 'No longer blocked')
  const send = async () => {
    const outcome = await block({ customerId: customer.id, blocked })
    if (outcome?.faults.length === 0) await refresh()
    return outcome && outcome.faults
  }
  return (
    <ChangeDialog
      title={`${blocked ? 'Block' : 'Unblock'} ${customer.firstName} ${customer.lastName}?`}
      action={blocked ? 'Block' : 'Let log in again'}
      busy={loading}
      send={send}
      onClose={onClose}
    >
      {() => (
        <p>
          {blocked
            ? 'The account is logged out everywhere and cannot log in. What it has ordered goes on.'
            : 'The account can log in again.'}
        </p>
      )}
    </ChangeDialog>
  )
}
