/** Dialogs that add and revoke API keys. */
import { useState } from 'react'
import { useOutletContext, useRevalidator } from 'react-router-dom'
import kit from '../kit/kit.module.css'
import { Button } from '../../../components/Button'
import { Field } from '../../../components/form/Field'
import form from '../../../components/form/FormDialog.module.css'
import { useCopy } from '../../../components/useCopy'
import { useOfficeChange } from '../../../data/office/officeChange'
import { AddApiKeyDocument, EndApiKeyDocument } from '../../../data/office/staffChanges.generated'
import { NoSuchRecord, useAddressed, type DialogProps } from '../kit/DialogRoute'
import { FormDialog } from '../../../components/form/FormDialog'
import { fieldError } from '../kit/form/fieldError'
import { PermissionFields, permissionsIn } from '../kit/form/PermissionFields'
import { wholeNumber } from '../../../../server/shared/wholeNumber'
import type { Key } from './apiKey'
import { DAY_MS } from '../../../../server/shared/durations'

const MAX_DAYS = 3650

export function AddKeyDialog({ onClose }: DialogProps) {
  const [add] = useOfficeChange(AddApiKeyDocument, undefined, { reloads: false })
  const { revalidate } = useRevalidator()
  const [secret, setSecret] = useState<string | null>(null)
  const send = async (texts: Record<string, string>) => {
    const days = wholeNumber(texts.days ?? '')
    if (days !== null && !(days >= 1 && days <= MAX_DAYS))
      return [fieldError('days', `Please enter 1 to ${MAX_DAYS} days`)]
    const expiresAt = days === null ? null : new Date(Date.now() + days * DAY_MS).toISOString()
    const sent = await add({ input: { name: texts.name ?? '', permissions: permissionsIn(texts), expiresAt } })
    if (!sent?.data?.addApiKey.secret) return sent
    setSecret(sent.data.addApiKey.secret)
    await revalidate()
    // The dialog stays open, because it now shows the key.
    return null
  }
  return (
    <FormDialog
      title={secret === null ? 'New API key' : 'Store this key'}
      action="Add key"

      send={send}
      initialFocus="name"
      result={secret !== null && <Secret secret={secret} onClose={onClose} />}
      onClose={onClose}
    >
      {(errorOf) => (
        <>
          <Field label="Name" name="name" autoComplete="off" maxLength={60} error={errorOf('name')} />
          <Field
            label="Valid for days (optional)"
            name="days"
            inputMode="numeric"
            autoComplete="off"
            hint="Without a number, the key does not expire."
            error={errorOf('days')}
          />
          <PermissionFields
            forKey
            held={[]}
            error={errorOf('permissions') && 'Please choose at least one permission'}
          />
        </>
      )}
    </FormDialog>
  )
}

function Secret({ secret, onClose }: { secret: string; onClose: () => void }) {
  const { result, copy } = useCopy()
  return (
    <div className={form.form}>
      <p>The key is not shown again. Anyone who has it can use its permissions.</p>
      <code className={kit.code}>{secret}</code>
      <div className={form.buttons}>
        <Button look="quiet" onClick={() => void copy(secret)}>
          <span role="status">{result ?? 'Copy'}</span>
        </Button>
        <Button onClick={onClose}>I have stored it</Button>
      </div>
    </div>
  )
}

export function EndKeyDialog({ onClose }: DialogProps) {
  const apiKey = useAddressed(useOutletContext<Key[]>())
  const [end] = useOfficeChange(EndApiKeyDocument, 'Key deactivated')
  if (!apiKey) return <NoSuchRecord sentence="There is no such API key." onClose={onClose} />
  const send = () => end({ id: apiKey.id })
  return (
    <FormDialog
      title={
        <>
          Deactivate the key <bdi>{apiKey.name}</bdi>?
        </>
      }
      action="Deactivate key"
      keep="Keep key"

      send={send}
      onClose={onClose}
    >
      {() => <p>Programs that use it are refused immediately. This cannot be undone.</p>}
    </FormDialog>
  )
}
