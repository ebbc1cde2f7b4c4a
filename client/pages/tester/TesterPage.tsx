/** A page for developers that tests the REST contract: a request, its response, the history, and a run of all endpoints. */
import { useEffect, useEffectEvent } from 'react'
import { HistoryList } from './history/HistoryList'
import { RequestPanel } from './request/RequestPanel'
import { ResponsePanel } from './response/ResponsePanel'
import { RunAllPanel } from './run-all/RunAllPanel'
import styles from './TesterPage.module.css'
import { useTester } from './useTester'

export function Component() {
  const tester = useTester()
  // The shortcuts work wherever the focus is.
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.key === 'Escape') tester.cancel()
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    tester.submit()
  })
  useEffect(() => {
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [])

  return (
    <div className={styles.page}>
      <div className={styles.head}>
        <h1>API Tester</h1>
        <nav aria-label="For developers">
          <a href="/api/docs">REST reference</a>
          <a href="/graphql">GraphQL explorer</a>
        </nav>
        <p>
          <kbd>Ctrl</kbd> or <kbd>⌘</kbd> + <kbd>Enter</kbd> calls, <kbd>Esc</kbd> cancels
        </p>
      </div>
      <div className={styles.panels}>
        <RequestPanel tester={tester} />
        <ResponsePanel outcome={tester.outcome} />
        <HistoryList tester={tester} />
        <RunAllPanel />
      </div>
    </div>
  )
}
