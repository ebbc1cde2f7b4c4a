/** The right panel: what came back, as trees or as it was sent. */
import { useEffect, useRef, useState } from 'react'
import { CopyButton } from './CopyButton'
import type { ReceivedResponse } from './exchange'
import { JsonTree } from './JsonTree'
import styles from './ResponsePanel.module.css'
import tool from './Tool.module.css'
import { ToolButton } from './ToolButton'
import type { Outcome } from './useExchange'

const VIEWS = ['Tree', 'Raw'] as const
type View = (typeof VIEWS)[number]

export function ResponsePanel({ outcome }: { outcome: Outcome }) {
  const [view, setView] = useState<View>('Tree')
  const answer = answerIn(outcome)
  const { phase } = outcome
  const status = useRef<HTMLDivElement>(null)
  // The panels stand below each other on a phone, and a run from the history starts far below.
  useEffect(() => {
    if (phase !== 'none') status.current?.scrollIntoView({ block: 'nearest' })
  }, [phase])
  return (
    <section className={tool.panel} aria-labelledby="response-title" aria-busy={phase === 'pending'}>
      <div className={tool.bar}>
        <h2 id="response-title">Response</h2>
        {answer && (
          <>
            <div className={styles.views} role="group" aria-label="View">
              {VIEWS.map((each) => (
                <ToolButton key={each} aria-pressed={each === view} onClick={() => setView(each)}>
                  {each}
                </ToolButton>
              ))}
            </div>
            <CopyButton label="Copy" text={() => answer.text} />
          </>
        )}
      </div>
      <div role="status" ref={status} className={styles.status}>
        <Status outcome={outcome} />
      </div>
      {answer && (
        // The same call again leaves its trees as open as they were.
        <div
          key={`${answer.call.method} ${answer.call.url}`}
          className={styles.content}
          data-old={phase === 'pending' || undefined}
        >
          <Content answer={answer} view={view} />
        </div>
      )}
    </section>
  )
}

function answerIn(outcome: Outcome): ReceivedResponse | null {
  if (outcome.phase === 'answered') return outcome.answer
  return outcome.phase === 'pending' ? outcome.previous : null
}

function Status({ outcome }: { outcome: Outcome }) {
  switch (outcome.phase) {
    case 'none':
      return <p>Response is undefined.</p>
    case 'pending':
      return <p>Waiting for the answer. Esc cancels.</p>
    case 'cancelled':
      return <p>Cancelled.</p>
    case 'failed':
      return <p className={styles.bad}>{outcome.message}</p>
    case 'answered': {
      const { status, reason, ms, bytes } = outcome.answer
      return (
        <>
          <p className={status >= 200 && status < 300 ? styles.good : styles.bad}>
            {`Status : ${status} ${reason}`.trim()}
          </p>
          <p>{`${ms.toLocaleString('en-IN')} ms`}</p>
          <p>{`${bytes.toLocaleString('en-IN')} bytes`}</p>
        </>
      )
    }
  }
}

function Content({ answer, view }: { answer: ReceivedResponse; view: View }) {
  const { json, text, headers } = answer
  const asTree = view === 'Tree'
  return (
    <>
      <h3 className={tool.label}>Response data</h3>
      <div className={tool.code} tabIndex={0} role="region" aria-label="Response data">
        {text === '' && <p className={tool.note}>The answer is empty.</p>}
        {text !== '' &&
          (asTree && json !== undefined ? <JsonTree label="Data tree" value={json} /> : <pre>{text}</pre>)}
      </div>
      <h3 className={tool.label}>Response headers</h3>
      <div className={tool.code} tabIndex={0} role="region" aria-label="Response headers">
        {asTree ? (
          <JsonTree label="Headers tree" value={headers} />
        ) : (
          <pre>{Object.entries(headers).map((header) => `${header.join(': ')}\n`)}</pre>
        )}
      </div>
    </>
  )
}
