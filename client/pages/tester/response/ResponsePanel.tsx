/** The right panel: the response, as trees or as text. */
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { CopyButton } from '../CopyButton'
import type { ReceivedResponse } from '../exchange'
import { JsonTree } from './JsonTree'
import styles from './ResponsePanel.module.css'
import tool from '../Tool.module.css'
import { ToolButton } from '../ToolButton'
import type { Outcome } from '../useExchange'

const VIEWS = ['Tree', 'Raw'] as const
type View = (typeof VIEWS)[number]

export function ResponsePanel({ outcome }: { outcome: Outcome }) {
  const [view, setView] = useState<View>('Tree')
  const answer = answerIn(outcome)
  const { phase } = outcome
  const status = useRef<HTMLDivElement>(null)
  // On a phone, the panel is below the form, and the history, which can also send requests, is below the panel.
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
        // When a request is repeated, the open nodes of its trees stay open.
        <div
          key={`${answer.call.method} ${answer.call.url}`}
          className={`${tool.stack} ${styles.content}`}
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

const REASONS = {
  none: 'No request has been sent.',
  pending: 'Waiting for the response. Esc cancels.',
  cancelled: 'Cancelled.',
}

function Status({ outcome }: { outcome: Outcome }) {
  if (outcome.phase === 'pending' && outcome.previous) return <p>{REASONS.pending}</p>
  if (outcome.phase !== 'answered')
    return (
      <div>
        <p>Response is undefined.</p>
        {outcome.phase === 'failed' ? (
          <p className={tool.bad}>{outcome.message}</p>
        ) : (
          <p className={tool.note}>{REASONS[outcome.phase]}</p>
        )}
      </div>
    )
  const { status, reason, ms, bytes } = outcome.answer
  return (
    <>
      <p className={status >= 200 && status < 300 ? tool.good : tool.bad}>{`Status : ${status} ${reason}`.trim()}</p>
      <p>{`${ms.toLocaleString('en-IN')} ms`}</p>
      <p>{`${bytes.toLocaleString('en-IN')} bytes`}</p>
    </>
  )
}

function Content({ answer: { json, text, headers }, view }: { answer: ReceivedResponse; view: View }) {
  const asTree = view === 'Tree'
  return (
    <>
      <Part title="Response data">
        {text === '' && <p className={tool.note}>The answer is empty.</p>}
        {asTree && json !== undefined ? <JsonTree label="Data tree" text={text} /> : <pre>{text}</pre>}
      </Part>
      <Part title="Response headers">
        {asTree ? (
          <JsonTree label="Headers tree" text={JSON.stringify(headers)} />
        ) : (
          <pre>{Object.entries(headers).map((header) => `${header.join(': ')}\n`)}</pre>
        )}
      </Part>
    </>
  )
}

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <>
    <h3 className={tool.label}>{title}</h3>
    <div className={tool.code} tabIndex={0} role="region" aria-label={title}>
      {children}
    </div>
  </>
)
