/** Lists the sent requests. One click loads a request into the form, and another sends it again. */
import { RotateCw } from 'lucide-react'
import { formatTime } from '../../../components/days'
import { Value } from '../../../components/Value'
import tool from '../Tool.module.css'
import { ToolButton } from '../ToolButton'
import type { Tester } from '../useTester'
import { requestOf, type Entry } from './history'
import styles from './HistoryList.module.css'

export function HistoryList({ tester: { entries, load, runAgain, clear } }: { tester: Tester }) {
  return (
    <section className={tool.panel} aria-labelledby="history-title">
      <div className={tool.bar}>
        <h2 id="history-title">History</h2>
        <ToolButton unavailable={entries.length === 0} onClick={clear}>
          Clear history
        </ToolButton>
      </div>
      {entries.length === 0 ? (
        <p className={tool.note}>
          Sent requests are listed here and stay on this device, without tokens and passwords.
        </p>
      ) : (
        <ol className={styles.list}>
          {entries.map((entry) => (
            <Row key={entry.id} entry={entry} onLoad={() => void load(entry)} onRun={() => void runAgain(entry)} />
          ))}
        </ol>
      )}
    </section>
  )
}

function Row({ entry, onLoad, onRun }: { entry: Entry; onLoad: () => void; onRun: () => void }) {
  const { status, ms, at } = entry
  const { method, endpoint } = requestOf(entry).draft
  const isGood = status !== null && status >= 200 && status < 300
  return (
    <li>
      <button type="button" className={`${tool.row} ${styles.entry}`} title="Load into the form" onClick={onLoad}>
        <span className={styles.call}>
          {method} {endpoint}
        </span>
        <span className={isGood ? tool.good : tool.bad}>{status ?? 'no answer'}</span>
        {ms !== null && <span className={tool.note}>{ms} ms</span>}
        <time className={tool.note} dateTime={at}>
          <Value>{formatTime(at)}</Value>
        </time>
      </button>
      <button
        type="button"
        className={tool.icon}
        aria-label={`Run again ${method} ${endpoint}`}
        title="Run again"
        onClick={onRun}
      >
        <RotateCw size={16} aria-hidden />
      </button>
    </li>
  )
}
