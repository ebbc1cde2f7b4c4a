/** Internal staff notes on an account. */
import { useOfficeChange } from '../../../data/office/officeChange'
import { AddCustomerNoteDocument } from '../../../data/office/staffChanges.generated'
import { Notes } from '../kit/Notes'
import type { OfficeCustomerPageQuery } from './CustomerPage.generated'

interface CustomerNotesProps {
  customerId: string
  notes: NonNullable<OfficeCustomerPageQuery['office']['customer']>['notes']
  mayAdd: boolean
}

export function CustomerNotes({ customerId, notes, mayAdd }: CustomerNotesProps) {
  const [send, { loading }] = useOfficeChange(AddCustomerNoteDocument, 'Note added')
  const add = async (text: string) => {
    const sent = await send({ customerId, text })
    return sent && sent.errors
  }
  return <Notes notes={notes} add={mayAdd ? add : null} busy={loading} />
}
