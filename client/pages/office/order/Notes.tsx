/** Internal staff notes on an order. */
import { useOfficeChange } from '../../../data/office/officeChange'
import { AddOrderNoteDocument } from '../../../data/office/orderChanges.generated'
import { useMay } from '../kit/accessContext'
import { Notes } from '../kit/Notes'
import type { OfficeOrderPageQuery } from './OrderPage.generated'

interface OrderNotesProps {
  number: string
  notes: NonNullable<OfficeOrderPageQuery['office']['order']>['notes']
}

export function OrderNotes({ number, notes }: OrderNotesProps) {
  const [send, { loading }] = useOfficeChange(AddOrderNoteDocument, 'Note added')
  const mayAdd = useMay('write_orders')
  const add = async (text: string) => {
    const sent = await send({ number, text })
    return sent && sent.errors
  }
  return <Notes notes={notes} add={mayAdd ? add : null} busy={loading} />
}
