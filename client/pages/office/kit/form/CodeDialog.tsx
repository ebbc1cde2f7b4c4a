/** Asks for a code from the authenticator app before a refund or a change to staff or keys. */
import { useState } from 'react'
import { Field } from '../../../../components/form/Field'
import { confirmSecondFactor, useAsking } from '../../../../data/office/access'
import { ChangeDialog } from './ChangeDialog'
import { CODE_FIELD } from './codeField'

export function CodeDialog() {
  const asking = useAsking()
  const [busy, setBusy] = useState(false)
  const send = async ({ code = '' }: Record<string, string>) => {
    setBusy(true)
    const { errors } = await confirmSecondFactor(code)
    setBusy(false)
    if (errors.length === 0) asking?.answer(true)
    return errors
  }
  return (
    <ChangeDialog
      title="Confirm with a code"
      action="Continue"
      busy={busy}
      send={send}
      initialFocus="code"
      onClose={() => asking?.answer(false)}
    >
      {(errorOf) => (
        <>
          <p>This change needs a code from your authenticator app, or a recovery code.</p>
          <Field {...CODE_FIELD} error={errorOf('code')} />
        </>
      )}
    </ChangeDialog>
  )
}
