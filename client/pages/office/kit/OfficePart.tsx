/** What every page of the office begins with: its question, and what stands there until the answer has come or where it has not. */
import type { OperationVariables, TypedDocumentNode } from '@apollo/client'
import type { Unmasked } from '@apollo/client/masking'
import { useMemo, type ReactNode } from 'react'
import { useLocation } from 'react-router-dom'
import { Button, ButtonLink } from '../../../components/Button'
import { EmptyState } from '../../../components/EmptyState'
import { PageHead } from '../../../components/page/PageHead'
import { useOfficeQuery } from '../../../data/office/office'
import styles from './office.module.css'

interface OfficePartProps<Data, Variables> {
  document: TypedDocumentNode<Data, Variables>
  variables: NoInfer<Variables>
  /** Of the browser's tab. */
  title: string
  children: (data: Unmasked<NoInfer<Data>>, refresh: () => Promise<void>) => ReactNode
}

export function OfficePart<Data, Variables extends OperationVariables>({
  document,
  variables,
  title,
  children,
}: OfficePartProps<Data, Variables>) {
  const { data, loading, failed, refresh } = useOfficeQuery(document, variables)
  return (
    <>
      <PageHead title={title} />
      {failed && !loading && <Failed onRetry={refresh} small={data !== undefined} />}
      {data ? (
        <div className={styles.part} aria-busy={loading}>
          {loading && <div className={styles.progress} role="progressbar" aria-label="Loading" />}
          {children(data, refresh)}
        </div>
      ) : (
        !failed && <Loading inside />
      )}
    </>
  )
}

/** `inside` a page that has its margins already. */
export const Loading = ({ inside = false }: { inside?: boolean }) => (
  <div className={inside ? undefined : 'wrap page'} aria-busy="true" aria-label="Loading">
    <div className="skeleton" style={{ width: 220, height: 40, marginBottom: 24 }} />
    <div className="skeleton" style={{ height: 320 }} />
  </div>
)

/** `small` where what was there before still stands below. */
export const Failed = ({ onRetry, small = false }: { onRetry: () => Promise<void>; small?: boolean }) =>
  small ? (
    <p role="alert" className={styles.fault}>
      Not loaded, what you see may be old.{' '}
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

/** The way out of an address that begins in the middle of a list: its place may be of another list, or mistyped. */
function FirstPage() {
  const { pathname } = useLocation()
  const query = useQuery()
  if (!query.has('after')) return null
  const rest = new URLSearchParams([...query].filter(([name]) => name !== 'after'))
  return (
    <ButtonLink to={`${pathname}?${rest}`} look="quiet">
      First page
    </ButtonLink>
  )
}

/** What the address asks for. The router's useSearchParams would weigh 375 bytes on every page of the shop. */
export function useQuery(): URLSearchParams {
  const { search } = useLocation()
  return useMemo(() => new URLSearchParams(search), [search])
}
