/** Emails to shoppers with their states, and the questions that came to the studio by email. */
import { Link, useLoaderData, useSearchParams, type LoaderFunctionArgs } from 'react-router-dom'
import { formatMoment } from '../../../components/days'
import { EmptyState } from '../../../components/EmptyState'
import { loadOffice } from '../../../data/office/officeQuery'
import { officePaths } from '../../../paths'
import { KINDS, STATES } from '../kit/emailWords'
import { Value } from '../../../components/Value'
import { written } from '../../../components/written'
import kit from '../kit/kit.module.css'
import table from '../kit/Table.module.css'
import {
  OfficeEmailsPageQueryDocument,
  OfficeQuestionsQueryDocument,
  type OfficeEmailsPageQuery,
  type OfficeQuestionsQuery,
} from './EmailsPage.generated'
import styles from './EmailsPage.module.css'
import { DataTable, type Column } from '../kit/DataTable'
import { Pages } from '../kit/Pages'
import { stateFilter } from '../kit/stateFilter'
import { OfficePart } from '../kit/OfficePart'
import { Tabs } from '../kit/Tabs'

const QUESTIONS = 'QUESTIONS'
const filter = stateFilter({ ...STATES, [QUESTIONS]: 'Questions to the studio' }, officePaths.emails)

export function loader({ request }: LoaderFunctionArgs) {
  const { state, after } = filter.variablesOf(request)
  return state === QUESTIONS
    ? loadOffice(OfficeQuestionsQueryDocument, { after })
    : loadOffice(OfficeEmailsPageQueryDocument, { state, after })
}

const COLUMNS: Column<OfficeEmailsPageQuery['office']['mails']['nodes'][number]>[] = [
  {
    name: 'Email',
    cell: ({ id, kind, orderNumber }) => (
      <Link to={officePaths.email(id)} className={table.rowLink} aria-label={`${KINDS[kind]}, ${orderNumber}`}>
        {KINDS[kind]}
      </Link>
    ),
  },
  { name: 'To', place: 'second', cell: ({ to }) => to ?? 'No recipient' },
  {
    name: 'Order',
    place: 'end',
    cell: ({ orderNumber }) => (
      <Link to={officePaths.order(orderNumber)} className={table.rowLink}>
        {orderNumber}
      </Link>
    ),
  },
  {
    name: 'Status',
    place: 'end-second',
    cell: ({ state, error }) => (
      <span className={state === 'DEAD' ? kit.alarm : undefined}>
        {STATES[state]}
        {error && state !== 'SENT' && state !== 'FILED' && <span className={table.note}>{error}</span>}
      </span>
    ),
  },
  { name: 'When', place: 'third', cell: ({ at }) => formatMoment(at) },
]

const QUESTION_COLUMNS: Column<OfficeQuestionsQuery['office']['questions']['nodes'][number]>[] = [
  {
    name: 'Question',
    look: 'long',
    cell: ({ message, productId, productTitle, orderNumber }) => (
      <>
        <p className={`written ${styles.question}`} {...written(message)}>
          {message}
        </p>
        {orderNumber !== null && (
          <Link to={officePaths.order(orderNumber)} className={table.rowLink}>
            {orderNumber}
          </Link>
        )}
        {orderNumber === null && productId !== null && (
          <Link to={officePaths.product(productId)} className={table.rowLink}>
            {productTitle}
          </Link>
        )}
      </>
    ),
  },
  {
    name: 'From',
    look: 'long',
    cell: ({ name, email, isConfirmedEmail }) => (
      <>
        <bdi>{name}</bdi>{' '}
        <a href={`mailto:${email}`} className="text-link">
          {email}
        </a>
        <span className={table.note}>
          {isConfirmedEmail ? 'The confirmed email of an account' : 'The name and the email are not confirmed'}
        </span>
      </>
    ),
  },
  { name: 'Asked', cell: ({ askedAt }) => <Value>{formatMoment(askedAt)}</Value> },
]

export function Component() {
  const [query] = useSearchParams()
  const state = filter.stateIn(query)
  const { office } = useLoaderData<typeof loader>()
  const { pageInfo } = 'questions' in office ? office.questions : office.mails
  return (
    <OfficePart title="Emails">
      <h1>Emails</h1>
      <p className={kit.quiet}>
        {state === QUESTIONS
          ? 'Questions of the last 7 days. Each also came as an email: reply to it to answer.'
          : 'Emails of the last 7 days, and failed emails of the last 30 days.'}
      </p>
      <Tabs label="Status" tabs={filter.tabs} current={state ?? ''} to={(id) => filter.pathOf(id)} />
      {'questions' in office ? (
        <DataTable
          label="Questions"
          columns={QUESTION_COLUMNS}
          rows={office.questions.nodes}
          keyOf={({ id }) => id}
          empty={<EmptyState heading="h2" sentence="No questions in the last 7 days." />}
        />
      ) : (
        <DataTable
          label="Emails"
          columns={COLUMNS}
          rows={office.mails.nodes}
          keyOf={({ id }) => id}
          empty={<EmptyState heading="h2" sentence={state ? 'No emails match.' : 'No emails yet.'} />}
        />
      )}
      <Pages
        after={query.get('after')}
        pageInfo={pageInfo}
        to={(next) => filter.pathOf(state ?? '', next)}
        first="Newest"
        next={state === QUESTIONS ? 'Older questions' : 'Older emails'}
      />
    </OfficePart>
  )
}
