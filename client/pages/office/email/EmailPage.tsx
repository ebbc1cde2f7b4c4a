/** One email as the buyer sees it, with buttons to resend and discard it. */
import { Link, Outlet, useLoaderData, useSearchParams, type LoaderFunctionArgs } from 'react-router-dom'
import { Button, ButtonLink } from '../../../components/Button'
import { formatMoment } from '../../../components/days'
import { EmptyState } from '../../../components/EmptyState'
import { loadOffice } from '../../../data/office/officeQuery'
import { officePaths } from '../../../paths'
import { KINDS, STATES, STATE_TIMES } from '../kit/emailWords'
import { useMay } from '../kit/accessContext'
import kit from '../kit/kit.module.css'
import { Value } from '../../../components/Value'
import styles from './EmailPage.module.css'
import { OfficeEmailPageQueryDocument } from './EmailPage.generated'
import type { OpenedEmail } from './openedEmail'
import { useOpenDialog } from '../kit/DialogRoute'
import { OfficePart } from '../kit/OfficePart'
import { Tabs } from '../kit/Tabs'

export const loader = ({ params }: LoaderFunctionArgs) =>
  loadOffice(OfficeEmailPageQueryDocument, { id: params['id']! })

export function Component() {
  const { mail } = useLoaderData<typeof loader>().office
  return (
    <OfficePart title="Email">
      {mail ? (
        <Loaded key={mail.id} mail={mail} />
      ) : (
        <EmptyState drawing="missing" sentence="This email does not exist or has been deleted.">
          <ButtonLink to={officePaths.emails()}>All emails</ButtonLink>
        </EmptyState>
      )}
    </OfficePart>
  )
}

function Loaded({ mail }: { mail: OpenedEmail }) {
  const { subject, to, orderNumber, state, at, createdAt, error, failures, filedAs } = mail
  const mayChange = useMay('write_mails')
  const open = useOpenDialog()
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
          <span>{to ?? 'No recipient'}</span>
        </li>
        <li>
          <strong>Created</strong>
          <span>
            <Value>{formatMoment(createdAt)}</Value>
          </span>
        </li>
        <li>
          <strong>{STATE_TIMES[state]}</strong>
          <span>
            <Value>{formatMoment(at)}</Value>
            {filedAs && `, file ${filedAs}`}
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
        {mayChange && to !== null && (
          <Button look="quiet" onClick={() => open('resend')}>
            Send again
          </Button>
        )}
        {mayChange && state === 'DEAD' && (
          <Button look="quiet" onClick={() => open('discard')}>
            Discard
          </Button>
        )}
      </div>
      {to === null ? <NoPreview /> : <Looked mail={mail} />}
      {mayChange && <Outlet context={mail} />}
    </>
  )
}

const NoPreview = () => (
  <p className={kit.quiet}>
    There is no preview. The account was deleted, or the shop does not send emails (setting MAIL).
  </p>
)

const AS = [
  { id: '', name: 'HTML' },
  { id: 'text', name: 'Plain text' },
]

function Looked({ mail: { id, html, text } }: { mail: OpenedEmail }) {
  const as = useSearchParams()[0].get('as') === 'text' ? 'text' : ''
  return (
    <section className={kit.section} aria-label="Preview">
      <p className={kit.quiet}>This is how the email would be sent now. Links do not work here.</p>
      <Tabs
        label="Format"
        tabs={AS}
        current={as}
        to={(form) => officePaths.email(id, form === '' ? '' : `?as=${form}`)}
      />
      {as === 'text' ? (
        <pre className={styles.text}>{text}</pre>
      ) : (
        // An empty sandbox forbids scripts, forms and navigation out of the frame.
        <iframe title="Email preview" className={styles.mail} sandbox="" srcDoc={html ?? ''} />
      )}
    </section>
  )
}
