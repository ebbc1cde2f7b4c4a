/** Internal staff notes, oldest first, with a form that adds one. */
import { useState } from 'react'
import { Button } from '../../../components/Button'
import { formatMoment } from '../../../components/days'
import { TextField } from '../../../components/form/Field'
import { focusField, onSubmit } from '../../../components/form/form'
import form from '../../../components/form/FormDialog.module.css'
import type { MutationError } from '../../../data/sendMutation'
import { fieldError } from './form/fieldError'
import { FormErrors } from '../../../components/form/FormErrors'
import { Value } from '../../../components/Value'
import kit from './kit.module.css'

interface NotesProps {
  notes: { id: string; text: string; at: string; author: { name: string } }[]
  /**
   * Null if the person lacks the permission to add notes. Resolves to the errors, or to null if a note is already being
   * added.
   */
  add: ((text: string) => Promise<MutationError[] | null>) | null
  busy: boolean
}

export function Notes({ notes, add, busy }: NotesProps) {
  return (
    <section aria-labelledby="notes">
      <h2 id="notes">Notes</h2>
      {notes.length === 0 && !add && <p className={kit.quiet}>No notes.</p>}
      <ul className={kit.list}>
        {notes.map(({ id, text, author, at }) => (
          <li key={id} className={kit.stack}>
            <span className="written">{text}</span>
            <span className={kit.quiet}>
              <bdi>{author.name}</bdi>, <Value>{formatMoment(at)}</Value>
            </span>
          </li>
        ))}
      </ul>
      {add && <AddNote add={add} busy={busy} />}
    </section>
  )
}

function AddNote({ add, busy }: { add: NonNullable<NotesProps['add']>; busy: boolean }) {
  const [errors, setErrors] = useState<MutationError[]>([])
  const submit = async ({ text }: Record<string, string>, form: HTMLFormElement) => {
    const found = text?.trim() ? await add(text) : [fieldError('text', 'Please enter a note')]
    if (found === null) return
    setErrors(found)
    if (found.length === 0) form.reset()
    else focusField(form, 'text')
  }
  return (
    <form noValidate className={form.form} onSubmit={onSubmit((texts, form) => submit(texts, form))}>
      <TextField
        label="Note (only staff can see it)"
        name="text"
        maxLength={2000}
        error={errors.find(({ field }) => field === 'text')?.message}
      />
      <FormErrors errors={errors.filter(({ field }) => field !== 'text')} />
      <div>
        <Button type="submit" look="quiet" busy={busy}>
          Add note
        </Button>
      </div>
    </form>
  )
}
