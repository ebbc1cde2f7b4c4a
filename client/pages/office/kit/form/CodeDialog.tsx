/** Asks for a code from the authenticator app before a refund or a change to staff or keys. */
import { Field } from '../../../../components/form/Field'
import { confirmSecondFactor, useAsking } from '../../../../data/office/access'
import { FormDialog } from '../../../../components/form/FormDialog'
import { CODE_FIELD } from './codeField'

export function CodeDialog() {
  const asking = useAsking()
  const send = async ({ code = '' }: Record<string, string>) => {
    const { errors } = await confirmSecondFactor(code)
    if (errors.length === 0) asking?.answer(true)
    return errors
  }
  return (
    <FormDialog
      title="Confirm with a code"
      action="Continue"
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
    </FormDialog>
  )
}
