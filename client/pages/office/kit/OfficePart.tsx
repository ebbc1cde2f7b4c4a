/**
 * The frame of every office page: its title, the data of its loader's query, and a skeleton or an error until the data
 * arrives.
 */
import type { ReactNode } from 'react'
import { useLoaderData, useLocation, useSearchParams } from 'react-router-dom'
import { Button, ButtonLink } from '../../../components/Button'
import { EmptyState } from '../../../components/EmptyState'
import { PageHead } from '../../../components/page/PageHead'
import { useOfficeAnswer, type OfficeQuery } from '../../../data/office/officeQuery'
import kit from './kit.module.css'
import styles from './OfficePart.module.css'
import form from '../../../components/form/FormDialog.module.css'

/** The data type of a loader that starts an office query. */
type DataOf<Loader> = Loader extends (...args: never[]) => Promise<OfficeQuery<infer Data> | null> ? Data : never

interface OfficePartProps<Data> {
  /** The title of the browser tab. */
  title: string
  /** A more specific title, once the data has arrived. */
  titleOf?: (data: Data) => string | undefined
  children: (data: Data, refresh: () => Promise<void>) => ReactNode
}

/** Pass the type of the route's loader: `<OfficePart<typeof loader> title="Orders">`. */
export function OfficePart<Loader>(props: OfficePartProps<DataOf<Loader>>) {
  const query = useLoaderData<unknown>() as OfficeQuery<DataOf<Loader>> | null
  return query && <Loaded query={query} {...props} />
}

function Loaded<Data>({ query, title, titleOf, children }: OfficePartProps<Data> & { query: OfficeQuery<Data> }) {
  const { data, loading, failed, refresh } = useOfficeAnswer(query)
  return (
    <>
      <PageHead title={(data && titleOf?.(data)) ?? title} />
      {failed && !loading && <Failed onRetry={refresh} small={data !== null} />}
      {data === null ? (
        loading && <Loading inside />
      ) : (
        <div className={kit.part} aria-busy={loading}>
          {loading && <div className={styles.progress} role="progressbar" aria-label="Loading" />}
          {children(data, refresh)}
        </div>
      )}
    </>
  )
}

/** Use `inside` on a page that already has margins. */
export const Loading = ({ inside = false }: { inside?: boolean }) => (
  <div className={inside ? undefined : 'wrap page'} aria-busy="true" aria-label="Loading">
    <div className="skeleton" style={{ width: 220, height: 40, marginBottom: 24 }} />
    <div className="skeleton" style={{ height: 320 }} />
  </div>
)

/** Use `small` if the page still shows an earlier response. */
export const Failed = ({ onRetry, small = false }: { onRetry: () => Promise<void>; small?: boolean }) =>
  small ? (
    <p role="alert" className={form.fault}>
      The page could not be reloaded and may be out of date.{' '}
      <button type="button" className="text-link" onClick={() => void onRetry()}>
        Retry
      </button>
    </p>
  ) : (
    <EmptyState drawing="error" sentence="Sorry! This page could not be loaded.">
      <Button onClick={() => void onRetry()}>Retry</Button>
      <FirstPage />
    </EmptyState>
  )

/** A link to the first page of a list. The cursor in the URL may belong to another list or be mistyped. */
function FirstPage() {
  const { pathname } = useLocation()
  const [query] = useSearchParams()
  if (!query.has('after')) return null
  const rest = new URLSearchParams([...query].filter(([name]) => name !== 'after'))
  return (
    <ButtonLink to={`${pathname}?${rest}`} look="quiet">
      First page
    </ButtonLink>
  )
}
