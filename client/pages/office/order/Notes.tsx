/** Internal staff notes on an order. */
import { AddOrderNoteDocument } from '../../../data/office/orderChanges.generated'
import { useMay } from '../kit/accessContext'
import { Notes } from '../kit/Notes'
import type { OfficeOrderPageQuery } from './OrderPage.generated'
import { useStaffOrderChange } from './orderChange'

interface OrderNotesProps {
  number: string
  notes: NonNullable<OfficeOrderPageQuery['office']['order']>['notes']
}

export function OrderNotes({ number, notes }: OrderNotesProps) {
  const [add, busy] = useStaffOrderChange(AddOrderNoteDocument, 'Note added')
  const mayAdd = useMay('write_orders')
  return <Notes notes={notes} add={mayAdd ? (text) => add({ number, text }) : null} busy={busy} />
}
