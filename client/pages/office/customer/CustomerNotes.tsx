/** Internal staff notes on an account. */
import { useOfficeChange } from '../../../data/office/office'
import { AddCustomerNoteDocument } from '../../../data/office/officeStaff.generated'
import { Notes } from '../kit/Notes'
import type { OfficeCustomerPageQuery } from './CustomerPage.generated'

interface CustomerNotesProps {
  customerId: string
  notes: NonNullable<OfficeCustomerPageQuery['office']['customer']>['notes']
  mayAdd: boolean
  refresh: () => Promise<void>
}

export function CustomerNotes({ customerId, notes, mayAdd, refresh }: CustomerNotesProps) {
  const [send, { loading }] = useOfficeChange(AddCustomerNoteDocument, 'Note added')
  const add = async (text: string) => {
    const sent = await send({ customerId, text })
    if (sent?.faults.length === 0) await refresh()
    return sent && sent.faults
  }
  return <Notes notes={notes} add={mayAdd ? add : null} busy={loading} />
}
