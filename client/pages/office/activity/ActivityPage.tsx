/**
 * The audit log: all changes with their author, time and previous values. The URL contains the filters by person and record.
 */
import { Link, useLoaderData, useSearchParams, type LoaderFunctionArgs } from 'react-router-dom'
import { ButtonLink } from '../../../components/Button'
import { formatMoment } from '../../../components/days'
import { EmptyState } from '../../../components/EmptyState'
import { loadOffice } from '../../../data/office/officeQuery'
import type { OfficeSubjectKind } from '../../../generated/types'
import { officePaths } from '../../../paths'
import { activityWanted, KINDS, type ActivityWanted } from './activityAddress'
import { changeText, differencesOf, subjectText } from '../kit/auditWords'
import kit from '../kit/kit.module.css'
import { Value } from '../../../components/Value'
import styles from './ActivityPage.module.css'
import { OfficeActivityPageQueryDocument, type OfficeActivityPageQuery } from './ActivityPage.generated'
import { Pages } from '../kit/Pages'
import { OfficePart } from '../kit/OfficePart'
import { Tabs } from '../kit/Tabs'

export function loader({ request }: LoaderFunctionArgs) {
  const { by, type, id, after } = activityWanted(new URL(request.url).searchParams)
  const filter = { actorId: by ?? null, subjectKind: type ?? null, subjectId: id ?? null }
  return loadOffice(OfficeActivityPageQueryDocument, { filter, after: after ?? null })
}

type Entry = OfficeActivityPageQuery['office']['audit']['nodes'][number]

const pathOf = (wanted: Partial<Record<keyof ActivityWanted, string>>) => {
  const query = new URLSearchParams(Object.entries(wanted))
  return officePaths.activity(query.size > 0 ? `?${query}` : '')
}

const TYPES = [{ id: '', name: 'All' }, ...Object.entries(KINDS).map(([id, name]) => ({ id, name }))]

const PAGE_OF: Partial<Record<OfficeSubjectKind, (id: string) => string>> = {
  ORDER: officePaths.order,
  PRODUCT: officePaths.product,
  COUPON: () => officePaths.coupons(),
  MAIL: (id) => officePaths.email(id),
  USER: officePaths.customer,
  STAFF_ROLE: () => officePaths.staff(),
  STAFF_INVITATION: () => officePaths.staff(),
  API_KEY: () => officePaths.keys(),
  WEBHOOK: () => officePaths.webhooks(),
}

export function Component() {
  const [query] = useSearchParams()
  const { after, ...wanted } = activityWanted(query)
  const { audit } = useLoaderData<typeof loader>().office
  return (
    <OfficePart title="Activity">
      <h1>Activity</h1>
      <Tabs
        label="Type of record"
        tabs={TYPES}
        current={wanted.type ?? ''}
        to={(type) => pathOf({ ...(wanted.by && { by: wanted.by }), ...(type && { type }) })}
      />
      <Narrowed wanted={wanted} entries={audit.nodes} />
      {audit.nodes.length === 0 ? (
        <EmptyState heading="h2" sentence="There is no activity yet." />
      ) : (
        <ol className={styles.changes}>
          {audit.nodes.map((entry) => (
            <Change key={entry.id} entry={entry} wanted={wanted} />
          ))}
        </ol>
      )}
      <Pages
        after={after ?? null}
        pageInfo={audit.pageInfo}
        to={(next) => pathOf({ ...wanted, ...(next && { after: next }) })}
        first="Newest"
        next="Older activity"
      />
    </OfficePart>
  )
}

function Narrowed({ wanted: { by, type, id }, entries }: { wanted: ActivityWanted; entries: Entry[] }) {
  if (!by && !id) return null
  const entry = entries.find(({ subjectId }) => subjectId === id)
  const record = entry ? subjectText(entry) : `${type?.toLowerCase() ?? 'the record'} ${id}`
  const name = entries.find(({ actor }) => actor?.id === by)?.actor?.name ?? 'one account'
  return (
    <div className={kit.actions}>
      <p>
        Activity
        {id && (
          <>
            {' '}
            of <bdi>{record}</bdi>
          </>
        )}
        {by && (
          <>
            {' '}
            by <bdi>{name}</bdi>
          </>
        )}
      </p>
      <ButtonLink to={officePaths.activity()} look="quiet">
        All activity
      </ButtonLink>
    </div>
  )
}

function Change({ entry, wanted }: { entry: Entry; wanted: ActivityWanted }) {
  const { at, change, actor, subjectKind, subjectId, before, after } = entry
  const page = subjectKind && PAGE_OF[subjectKind]?.(subjectId)
  const differences = differencesOf(before, after)
  return (
    <li>
      <div className={kit.head}>
        <strong>{changeText(change)}</strong>
        {page ? (
          <Link to={page} className="text-link">
            <bdi>{subjectText(entry)}</bdi>
          </Link>
        ) : (
          <bdi>{subjectText(entry)}</bdi>
        )}
        <span className={kit.quiet}>
          <Value>{formatMoment(at)}</Value>, by{' '}
          {actor ? (
            <Link to={pathOf({ ...wanted, by: actor.id })} className="text-link" title={actor.email}>
              <bdi>{actor.name}</bdi>
            </Link>
          ) : (
            'a command'
          )}
        </span>
        {!wanted.id && subjectKind && (
          <Link to={officePaths.activityOf(subjectKind, subjectId)} className="text-link">
            All activity of this record
          </Link>
        )}
      </div>
      {differences.length > 0 && (
        <dl className={styles.differences}>
          {differences.map(({ name, before: old, after: now }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>
                {old !== null && <del dir="auto">{old}</del>}
                {old !== null && ' → '}
                {now === null ? <em>nothing</em> : <ins dir="auto">{now}</ins>}
              </dd>
            </div>
          ))}
        </dl>
      )}
    </li>
  )
}
