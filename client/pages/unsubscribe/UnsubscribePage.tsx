/** The page behind the link that stops emails about products. Opening it changes nothing, because programs that check links open it too. */
import { useState } from 'react'
import { useLocation } from 'react-router-dom'
import { Button, ButtonLink } from '../../components/Button'
import { FormPage } from '../../components/form/FormPage'
import form from '../../components/form/FormDialog.module.css'
import { paths } from '../../paths'

type State = 'asking' | 'sending' | 'done' | 'failed'

export function Component() {
  const { pathname, search } = useLocation()
  const [state, setState] = useState<State>('asking')
  const stop = async () => {
    setState('sending')
    const isDone = await fetch(pathname + search, { method: 'POST' }).then(
      ({ ok }) => ok,
      () => false,
    )
    setState(isDone ? 'done' : 'failed')
  }
  return (
    <FormPage title="Product alerts">
      <meta name="referrer" content="no-referrer" />
      {state === 'done' ? (
        <div className={form.form}>
          <p role="status">You get no more emails about products. You can ask for them again on a product’s page.</p>
          <ButtonLink to={paths.products()}>Shop All</ButtonLink>
        </div>
      ) : (
        <div className={form.form}>
          <p>
            Stop all emails that you asked for about products, such as when one is back in stock or when its price
            drops. Emails about your orders still arrive.
          </p>
          {state === 'failed' && (
            <p role="alert" className={form.error}>
              The shop could not be reached. Please try again.
            </p>
          )}
          <Button busy={state === 'sending'} onClick={() => void stop()}>
            Unsubscribe
          </Button>
        </div>
      )}
    </FormPage>
  )
}
