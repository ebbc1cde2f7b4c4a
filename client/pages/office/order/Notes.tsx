/** Internal staff notes on an order. */
import { useState } from 'react'
import { Button } from '../../../components/Button'
import { formatMoment } from '../../../components/days'
import { onSubmit } from '../../../components/form/form'
import type { Fault } from '../../../data/sendMutation'
import { AddOrderNoteDocument } from '../../../data/office/officeOrders.generated'
import { faultOf } from '../kit/faultOf'
import { Faults } from '../kit/Faults'
import form from '../../../components/form/FormDialog.module.css'
import { TextField } from '../../../components/form/Field'
import kit from '../kit/kit.module.css'
import type { OfficeOrderPageQuery } from './OrderPage.generated'
import { useStaffOrderChange } from './orderChange'

interface OrderNotesProps {
  number: string
  notes: NonNullable<OfficeOrderPageQuery['office']['order']>['notes']
  refresh: () => Promise<void>
}

export function OrderNotes({ number, notes, refresh }: OrderNotesProps) {
  const [add, busy] = useStaffOrderChange(AddOrderNoteDocument, 'Note added', refresh)
  const [faults, setFaults] = useState<Fault[]>([])
  const submit = async ({ text }: Record<string, string>, form: HTMLFormElement) => {
    const found = text?.trim() ? await add({ number, text }) : [faultOf('text', 'Please write something')]
    if (found === null) return
    setFaults(found)
    if (found.length === 0) form.reset()
  }
  return (
    <section aria-labelledby="notes">
      <h2 id="notes">Notes</h2>
      <ul className={kit.list}>
        {notes.map(({ id, text, author, at }) => (
          <li key={id} className={kit.stack}>
            <span className="written">{text}</span>
            <span className={kit.quiet}>
              {author.name}, {formatMoment(at)}
            </span>
          </li>
        ))}
      </ul>
      <form noValidate className={form.form} onSubmit={onSubmit((texts, form) => void submit(texts, form))}>
        <TextField
          label="A note for the staff alone"
          name="text"
          maxLength={2000}
          error={faults.find(({ field }) => field === 'text')?.message}
        />
        <Faults faults={faults} />
        <div>
          <Button type="submit" look="quiet" busy={busy}>
            Add note
          </Button>
        </div>
      </form>
    </section>
  )
}
