/** A dialog that sends a change. Typed text stays until the change is made, and each error appears next to its field. */
import { useState, type ReactNode } from 'react'
import { Button } from '../../../../components/Button'
import { Dialog } from '../../../../components/Dialog'
import { focusField, onSubmit } from '../../../../components/form/form'
import { isStale } from '../../../../data/office/officeChange'
import type { MutationError } from '../../../../data/sendMutation'
import { FormErrors } from './FormErrors'
import form from '../../../../components/form/FormDialog.module.css'

interface ChangeDialogProps {
  title: ReactNode
  /** The label of the button that sends the change, e.g. `Cancel order`. */
  action: string
  /** The label of the button that closes the dialog without a change. */
  keep?: string
  busy: boolean
  /** Resolves to the errors, to an empty list on success, or to null if a change is already in progress. */
  send: (texts: Record<string, string>) => Promise<MutationError[] | null>
  /** The current state of the record, shown if a colleague changed it in the meantime. */
  standing?: string
  initialFocus?: string
  /** If set, replaces the form, for example with a secret that is shown only once. `send` then resolves to null. */
  result?: ReactNode
  onClose: () => void
  children?: (errorOf: (field: string) => string | undefined, errors: readonly MutationError[]) => ReactNode
}

export function ChangeDialog({
  title,
  action,
  keep = 'Back',
  busy,
  send,
  standing,
  initialFocus,
  result,
  onClose,
  children,
}: ChangeDialogProps) {
  const [errors, setErrors] = useState<MutationError[]>([])
  const submit = async (texts: Record<string, string>, form: HTMLFormElement) => {
    const found = await send(texts)
    if (found === null) return
    setErrors(found)
    if (found.length === 0) onClose()
    else if (found[0]!.field) focusField(form, found[0]!.field)
  }
  const shown = new Set<string | null>()
  const errorOf = (field: string) => {
    shown.add(field)
    return errors.find((error) => error.field === field && !isStale([error]))?.message
  }
  const fields = children?.(errorOf, errors)
  // A field shows its own errors, unless a colleague's change is the reason.
  const others = isStale(errors) ? errors : errors.filter(({ field }) => !shown.has(field))
  return (
    <Dialog title={title} onClose={onClose} {...(initialFocus && { initialFocus })}>
      {result || (
        <form noValidate className={form.form} onSubmit={onSubmit((texts, form) => submit(texts, form))}>
          {fields}
          <FormErrors errors={others} standing={standing} />
          <div className={form.buttons}>
            <Button look="quiet" onClick={onClose}>
              {keep}
            </Button>
            <Button type="submit" busy={busy}>
              {action}
            </Button>
          </div>
        </form>
      )}
    </Dialog>
  )
}
