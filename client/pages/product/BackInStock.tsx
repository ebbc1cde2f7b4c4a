/** In the place of the cart button of a sold-out product: asks for an email when it is back. Visitors confirm their address with a code. */
import { useLayoutEffect, useState } from 'react'
import { signInWithCodeInput } from '../../../server/shared/validation'
import { Button } from '../../components/Button'
import { Field } from '../../components/form/Field'
import { focusField, onSubmit } from '../../components/form/form'
import { useLateValue } from '../../components/form/useLateValue'
import { CodeSent } from '../../components/session/CodeSent'
import { useQuery } from '../../data/reading'
import { findNotice, useNotifyWhenAvailable, useStopNotice, type Notices } from '../../data/account/notices'
import { NoticesQueryDocument } from '../../data/account/notices.generated'
import { useShopper } from '../../data/session/shopper'
import type { FormError } from '../../data/sendMutation'
import styles from './BackInStock.module.css'

export function BackInStock({ productId }: { productId: string }) {
  const { loggedIn } = useShopper()
  // No loader: only the page of a sold-out product needs it, for a logged-in shopper.
  const { data, loading } = useQuery(NoticesQueryDocument, { skip: !loggedIn })
  const me = data?.me
  const notice = me && findNotice(me, 'AVAILABLE', productId)
  if (notice) return <Waiting email={me.email} notice={notice} />
  return <Form productId={productId} me={me ?? null} isLoading={loading && !data} />
}

function Waiting({ email, notice }: { email: string; notice: Notices['notices'][number] }) {
  const [stop, { loading }] = useStopNotice()
  return (
    <div className={styles.form}>
      <p role="status">We will email {email} once when this is back. You can buy it as soon as the email arrives.</p>
      <div className={styles.ways}>
        <Button look="quiet" busy={loading} onClick={() => void stop(notice)}>
          Do not email me
        </Button>
      </div>
    </div>
  )
}

interface FormProps {
  productId: string
  me: Pick<Notices, 'email' | 'emailVerifiedAt'> | null
  /** True until it is known whether the shopper needs the field for the email. */
  isLoading: boolean
}

function Form({ productId, me, isLoading }: FormProps) {
  const { ask, confirm, setFor, sentTo, forget } = useNotifyWhenAvailable(productId)
  const [error, setError] = useState<FormError | null>(null)
  const [busy, setBusy] = useState(false)
  const [hasAsked, setAsked] = useState(false)
  const field = useLateValue(me?.email ?? '')
  // A shopper who typed an address before hydration keeps the field. A layout effect runs before the session is read.
  const [hasTyped, setTyped] = useState(false)
  useLayoutEffect(() => setTyped((field.current?.value ?? '') !== ''), [field])
  const isKnown = !hasTyped && (isLoading || (me !== null && me.emailVerifiedAt !== null))
  const show = (found: FormError | null, form: HTMLFormElement | null) => {
    setBusy(false)
    setError(found)
    if (found?.field && form) focusField(form, found.field)
  }
  const submit = async ({ email = me?.email ?? '', code = '' }: Record<string, string>, form: HTMLFormElement) => {
    const typed = signInWithCodeInput.shape.email.safeParse(email)
    if (sentTo === null && !typed.success) return show({ field: 'email', message: 'Please enter valid Email' }, form)
    if (sentTo !== null && !signInWithCodeInput.shape.code.safeParse(code).success)
      return show({ field: 'code', message: 'Please enter the six digits' }, form)
    setBusy(true)
    setAsked(true)
    show(await (sentTo === null ? ask(typed.data!) : confirm(sentTo, code)), form)
  }
  const sendAgain = async () => {
    setBusy(true)
    show(await ask(sentTo!), null)
  }
  if (setFor !== null)
    return (
      <p role="status" className={styles.done}>
        We will email {setFor} once when this is back. The email has a link that stops such emails.
      </p>
    )
  const errorOf = (field: string) => (error?.field === field ? error.message : undefined)
  const isShownAtField = error?.field === (sentTo === null ? 'email' : 'code') && !(sentTo === null && isKnown)
  return (
    <form
      noValidate
      className={styles.form}
      aria-label="Email me when it is back"
      onSubmit={onSubmit((texts, form) => (busy ? undefined : submit(texts, form)))}
    >
      {sentTo !== null ? (
        <>
          <CodeSent email={sentTo} />
          <Field
            label="Code"
            name="code"
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={40}
            // On a page that was loaded with a code, the shopper may read first.
            autoFocus={hasAsked}
            error={errorOf('code')}
          />
        </>
      ) : (
        !isKnown && (
          <Field
            label="Email"
            name="email"
            type="email"
            autoComplete="email"
            maxLength={254}
            ref={field}
            hint="We email you once, when it is back."
            error={errorOf('email')}
          />
        )
      )}
      {error && !isShownAtField && (
        <p role="alert" className={styles.error}>
          {error.message}
        </p>
      )}
      <div className={styles.ways}>
        <Button type="submit" busy={busy} unavailable={isLoading}>
          {sentTo === null ? 'Email me when it is back' : 'Confirm'}
        </Button>
        {sentTo !== null && (
          <>
            <Button look="quiet" onClick={() => void (busy || sendAgain())}>
              Send a new code
            </Button>
            <Button look="bare" onClick={forget}>
              Use another email
            </Button>
          </>
        )}
      </div>
    </form>
  )
}
