/** One mail as its buyer sees it, with buttons to resend and discard it. */
import { lazy, Suspense, useState } from 'react'
import { Link, useParams, useSearchParams, type LoaderFunctionArgs } from 'react-router-dom'
import { Button, ButtonLink } from '../../../components/Button'
import { formatMoment } from '../../../components/days'
import { EmptyState } from '../../../components/EmptyState'
import { startOfficeQuery } from '../../../data/office/officeQuery'
import { officePaths } from '../../../paths'
import { KINDS, STATES, STATE_TIMES } from '../kit/mailWords'
import kit from '../kit/kit.module.css'
import styles from './MailPage.module.css'
import { OfficeMailPageQueryDocument, type OfficeMailPageQuery } from './MailPage.generated'
import { OfficePart } from '../kit/OfficePart'
import { Tabs } from '../kit/Tabs'

export const loader = ({ params }: LoaderFunctionArgs) =>
  startOfficeQuery(OfficeMailPageQueryDocument, { id: params['id']! })

const ResendDialog = lazy(async () => ({ default: (await import('./ResendDialog')).ResendDialog }))
const DiscardDialog = lazy(async () => ({ default: (await import('./DiscardDialog')).DiscardDialog }))

type Mail = NonNullable<OfficeMailPageQuery['office']['mail']>

export function Component() {
  const id = useParams()['id']!
  return (
    <OfficePart<typeof loader> key={id} title="Mail">
      {({ office: { mail } }, refresh) =>
        mail ? (
          <Loaded mail={mail} refresh={refresh} />
        ) : (
          <EmptyState drawing="missing" sentence="There is no such mail, or not any more.">
            <ButtonLink to={officePaths.mails()}>All mails</ButtonLink>
          </EmptyState>
        )
      }
    </OfficePart>
  )
}

function Loaded({ mail, refresh }: { mail: Mail; refresh: () => Promise<void> }) {
  const { subject, to, orderNumber, state, at, createdAt, error, failures, filedAs } = mail
  const [asking, setAsking] = useState<'resend' | 'discard' | null>(null)
  return (
    <>
      <div className={kit.head}>
        <h1>{subject ?? KINDS[mail.kind]}</h1>
        <span aria-live="polite" className={state === 'DEAD' ? kit.alarm : kit.mark}>
          {STATES[state]}
        </span>
      </div>
      <ul className={kit.list}>
        <li>
          <strong>Order</strong>
          <Link to={officePaths.order(orderNumber)} className="text-link">
            {orderNumber}
          </Link>
        </li>
        <li>
          <strong>To</strong>
          <span>{to ?? 'Nobody: the account was deleted, and nothing is sent to it any more.'}</span>
        </li>
        <li>
          <strong>Happened</strong>
          <span>{formatMoment(createdAt)}</span>
        </li>
        <li>
          <strong>{STATE_TIMES[state]}</strong>
          <span>
            {formatMoment(at)}
            {filedAs && `, as ${filedAs}`}
          </span>
        </li>
        {failures > 0 && (
          <li>
            <strong>Failed</strong>
            <span>
              {failures === 1 ? 'Once' : `${failures} times`}
              {error && <span className={kit.alarm}>: {error}</span>}
            </span>
          </li>
        )}
      </ul>
      <div className={kit.actions}>
        {to !== null && (
          <Button look="quiet" onClick={() => setAsking('resend')}>
            Send again
          </Button>
        )}
        {state === 'DEAD' && (
          <Button look="quiet" onClick={() => setAsking('discard')}>
            Discard
          </Button>
        )}
      </div>
      {to !== null && <Looked mail={mail} />}
      <Suspense>
        {asking === 'resend' && <ResendDialog mail={mail} refresh={refresh} onClose={() => setAsking(null)} />}
        {asking === 'discard' && <DiscardDialog mail={mail} onClose={() => setAsking(null)} />}
      </Suspense>
    </>
  )
}

const AS = [
  { id: '', name: 'As HTML' },
  { id: 'text', name: 'As plain text' },
]

function Looked({ mail: { id, html, text } }: { mail: Mail }) {
  const as = useSearchParams()[0].get('as') === 'text' ? 'text' : ''
  return (
    <section className={kit.section} aria-label="What it says">
      <p className={kit.quiet}>As it would be sent now. Links do not work here.</p>
      <Tabs label="Form" tabs={AS} current={as} to={(form) => officePaths.mail(id, form === '' ? '' : `?as=${form}`)} />
      {as === 'text' ? (
        <pre className={styles.text}>{text}</pre>
      ) : (
        // An empty sandbox forbids scripts, forms and navigation out of the frame.
        <iframe title="The mail" className={styles.mail} sandbox="" srcDoc={html ?? ''} />
      )}
    </section>
  )
}
