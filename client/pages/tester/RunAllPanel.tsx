/** Runs every endpoint against the running server and lists what passed and what failed. */
import { Check as Tick, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { newIdempotencyKey } from '../../data/idempotency'
import { callOf } from './draft'
import { exchange } from './exchange'
import { isPass, runAll, RUNNING_ORDER, type CallShop, type Check, type Verdict } from './runAll'
import styles from './RunAllPanel.module.css'
import tool from './Tool.module.css'
import { ToolButton } from './ToolButton'

export function RunAllPanel() {
  const { verdicts, running, run, stop } = useRunAll()
  return (
    <section className={tool.panel} aria-labelledby="run-all-title">
      <div className={tool.bar}>
        <h2 id="run-all-title">Contract</h2>
        {running ? (
          <ToolButton onClick={stop}>Stop</ToolButton>
        ) : (
          <button type="button" className={tool.primary} onClick={() => void run()}>
            Run all
          </button>
        )}
      </div>
      <p className={tool.note}>
        Calls all {RUNNING_ORDER.length} REST calls as a new account and checks status, answer and auth rule.
      </p>
      <p aria-live="polite" className={verdicts?.every(isPass) ? styles.pass : styles.fail}>
        {verdicts && summaryOf(verdicts, running)}
      </p>
      {verdicts && verdicts.length > 0 && (
        <div className={styles.scroll} tabIndex={0} role="region" aria-label="Results">
          <ResultTable verdicts={verdicts} />
        </div>
      )}
    </section>
  )
}

function useRunAll() {
  const [verdicts, setVerdicts] = useState<Verdict[] | null>(null)
  const [running, setRunning] = useState(false)
  const controller = useRef<AbortController | null>(null)
  const stop = () => controller.current?.abort()
  useEffect(() => () => controller.current?.abort(), [])

  const run = async () => {
    const { signal } = (controller.current = new AbortController())
    setRunning(true)
    setVerdicts([])
    for await (const verdict of runAll(callWith(signal), newIdempotencyKey())) {
      if (signal.aborted) break
      setVerdicts((before) => [...before!, verdict])
    }
    setRunning(false)
  }
  return { verdicts, running, run, stop }
}

/** Calls this shop as the form would. */
const callWith =
  (signal: AbortSignal): CallShop =>
  (method, path, { token, body }) => {
    const headers = token === undefined ? [] : [{ id: 0, on: true, name: 'authorization', value: token }]
    const draft = { method, endpoint: path, headers, body: body === undefined ? '' : JSON.stringify(body) }
    return exchange(callOf(draft, location.origin), signal)
  }

function summaryOf(verdicts: Verdict[], running: boolean): string {
  const passed = verdicts.filter(isPass).length
  if (running) return `Running: ${verdicts.length} of ${RUNNING_ORDER.length}`
  const stopped = verdicts.length < RUNNING_ORDER.length ? 'Stopped. ' : ''
  return `${stopped}${passed} of ${RUNNING_ORDER.length} passed`
}

function ResultTable({ verdicts }: { verdicts: Verdict[] }) {
  return (
    <table className={styles.table}>
      <caption className="visually-hidden">Passes and failures, call by call</caption>
      <thead>
        <tr>
          <th scope="col">Call</th>
          <th scope="col">Result</th>
          <th scope="col">Status</th>
          <th scope="col">Shape</th>
          <th scope="col">Auth</th>
          <th scope="col">ms</th>
        </tr>
      </thead>
      <tbody>
        {verdicts.map((verdict) => {
          const { endpoint, status, shape, auth, ms } = verdict
          return (
            <tr key={`${endpoint.method} ${endpoint.path}`}>
              <th scope="row">
                {endpoint.method} {endpoint.path}
              </th>
              <td className={isPass(verdict) ? styles.pass : styles.fail}>{isPass(verdict) ? 'Pass' : 'Fail'}</td>
              <CheckCell label="Status" check={status} />
              <CheckCell label="Shape" check={shape} />
              <CheckCell label="Auth" check={auth} />
              <td data-label="ms" className={styles.number}>
                {ms}
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

function CheckCell({ label, check: { ok, said } }: { label: string; check: Check }) {
  const Mark = ok ? Tick : X
  return (
    <td data-label={label} className={ok ? undefined : styles.fail}>
      <span className={styles.check}>
        <Mark size={14} className={ok ? styles.pass : undefined} role="img" aria-label={ok ? 'good:' : 'bad:'} />
        {said}
      </span>
    </td>
  )
}
