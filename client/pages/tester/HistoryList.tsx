/** What was sent before: one click loads it into the form, another runs it again. */
import { RotateCw } from 'lucide-react'
import type { Entry } from './history'
import styles from './HistoryList.module.css'
import tool from './Tool.module.css'
import { ToolButton } from './ToolButton'

interface HistoryListProps {
  entries: Entry[]
  onLoad: (entry: Entry) => void
  onRun: (entry: Entry) => void
  onClear: () => void
}

export function HistoryList({ entries, onLoad, onRun, onClear }: HistoryListProps) {
  return (
    <section className={tool.panel} aria-labelledby="history-title">
      <div className={tool.bar}>
        <h2 id="history-title">History</h2>
        <ToolButton disabled={entries.length === 0} onClick={onClear}>
          Clear history
        </ToolButton>
      </div>
      {entries.length === 0 ? (
        <p className={tool.note}>What is sent is listed here and stays on this device, without tokens and passwords.</p>
      ) : (
        <ol className={styles.list}>
          {entries.map((entry) => (
            <li key={entry.id}>
              <button type="button" className={styles.entry} title="Load into the form" onClick={() => onLoad(entry)}>
                <span className={styles.call}>
                  {entry.method} {entry.endpoint}
                </span>
                <span className={isGood(entry) ? styles.good : styles.bad}>{entry.status ?? 'no answer'}</span>
                {entry.ms !== null && <span className={tool.note}>{entry.ms} ms</span>}
                <time className={tool.note} dateTime={entry.at}>
                  {new Date(entry.at).toLocaleTimeString('en-IN')}
                </time>
              </button>
              <button
                type="button"
                className={tool.icon}
                aria-label={`Run again ${entry.method} ${entry.endpoint}`}
                title="Run again"
                onClick={() => onRun(entry)}
              >
                <RotateCw size={16} aria-hidden />
              </button>
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}

const isGood = ({ status }: Entry): boolean => status !== null && status >= 200 && status < 300
