/**
 * A dialog with a form, for the shop and the office. It sends the form once, shows each error next to its field, and the others above the
 * buttons. After an error it focuses the first invalid field, and after a success it closes. Typed text stays until then.
 */
import { Fragment, useState, type ReactNode } from 'react'
import type { FormError } from '../../data/sendMutation'
import { Button } from '../Button'
import { Dialog } from '../Dialog'
import { focusField, onSubmit } from './form'
import styles from './FormDialog.module.css'
import { FormErrors } from './FormErrors'

type Errors = readonly FormError[]
type Answer = Errors | { errors: Errors } | null

export interface FormDialogProps {
  title: ReactNode
  /** The label of the button that sends the form, e.g. `Cancel order`. Null hides the button. */
  action: ReactNode
  /** The label of the button that closes the dialog without a change. Null hides the button: the dialog still has its cross. */
  keep?: string | null
  /** What the `keep` button does, if it leads back to the step before instead. */
  onKeep?: () => void
  /** Another button, next to the one that sends the form. `busy` is true while the form is sent. */
  otherButton?: ((busy: boolean) => ReactNode) | undefined
  /** True while the form cannot be sent, for example during an upload. */
  unavailable?: boolean
  /**
   * Returns the errors, the result of a change, or null. Without errors, the dialog closes; with null it stays as it is, for example
   * because its next step follows.
   */
  send: (texts: Record<string, string>, form: HTMLFormElement) => Answer | Promise<Answer>
  /** Shown in place of the server's message if the record was changed in the meantime. */
  stale?: string | undefined
  /** The step of a dialog with several. Each step has fields and buttons of its own. */
  step?: string
  /** The name of the field to focus first. Defaults to the heading. */
  initialFocus?: string | undefined
  /** If set, replaces the form, for example with a secret that is shown only once. */
  result?: ReactNode
  /** A button below the form, which leads back to the step before. */
  earlier?: { label: string; go: () => void }
  /** The layout of the form. Defaults to one column. */
  layout?: string | undefined
  /** Called when a field changes. */
  onChange?: () => void
  onClose: () => void
  /** Calls `errorOf` for each field that it shows. The dialog shows the errors of all other fields itself. */
  children?: (errorOf: (field: string) => string | undefined, form: { errors: Errors; busy: boolean }) => ReactNode
}

export function FormDialog({
  title,
  action,
  keep = 'Back',
  onKeep,
  otherButton,
  unavailable = false,
  send,
  stale,
  step,
  initialFocus,
  result,
  earlier,
  layout = styles.form,
  onChange,
  onClose,
  children,
}: FormDialogProps) {
  const [errors, setErrors] = useState<Errors>([])
  const [busy, setBusy] = useState(false)
  const submit = async (texts: Record<string, string>, form: HTMLFormElement) => {
    // Enter sends a form that has no button for it.
    if (action === null) return
    setBusy(true)
    const answer = await send(texts, form)
    const found = answer && 'errors' in answer ? answer.errors : answer
    setBusy(false)
    setErrors(found ?? [])
    if (found?.length === 0) onClose()
    else if (found?.[0]?.field) focusField(form, found[0].field)
  }
  /** The errors were about the step that the person leaves. */
  const leaveStep = (leave: () => void) => {
    setErrors([])
    leave()
  }
  const shown = new Set<string | null>()
  const errorOf = (field: string) => {
    shown.add(field)
    return errors.find((error) => error.field === field && error.code !== 'STALE_VERSION')?.message
  }
  const fields = children?.(errorOf, { errors, busy })
  const others = errors.filter(({ field, code }) => !shown.has(field) || code === 'STALE_VERSION')
  const hasButtons = keep !== null || otherButton !== undefined || action !== null
  return (
    <Dialog title={title} onClose={onClose} {...(initialFocus && { initialFocus })}>
      {result || (
        // eslint-disable-next-line no-restricted-syntax -- This is the form of all dialogs.
        <form noValidate className={layout} onChange={onChange} onSubmit={onSubmit(submit)}>
          <Fragment key={step}>
            {fields}
            <div className={styles.footer}>
              <FormErrors errors={others} stale={stale} />
              {hasButtons && (
                <div className={styles.buttons}>
                  {keep !== null && (
                    <Button look="quiet" onClick={onKeep ? () => leaveStep(onKeep) : onClose}>
                      {keep}
                    </Button>
                  )}
                  {otherButton?.(busy)}
                  {action !== null && (
                    <Button type="submit" busy={busy} unavailable={unavailable}>
                      {action}
                    </Button>
                  )}
                </div>
              )}
            </div>
          </Fragment>
        </form>
      )}
      {earlier && (
        <Button look="bare" onClick={() => leaveStep(earlier.go)}>
          {earlier.label}
        </Button>
      )}
    </Dialog>
  )
}
