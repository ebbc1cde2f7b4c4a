/** Runs all endpoints against the server and lists the results. */
import { useEffect, useRef, useState } from 'react'
import { newIdempotencyKey } from '../../../data/idempotency'
import { callOf } from '../draft'
import { exchange } from '../exchange'
import tool from '../Tool.module.css'
import { ToolButton } from '../ToolButton'
import { runAll, RUNNING_ORDER, type CallShop, type Verdict } from './runAll'
import styles from './RunAllPanel.module.css'

const TOTAL = RUNNING_ORDER.length
const isPass = ({ errors }: Verdict): boolean => errors.length === 0

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
        Sends all {TOTAL} REST calls as a new account and checks the status, response and authentication.
      </p>
      <p aria-live="polite" className={verdicts.every(isPass) ? tool.good : tool.bad}>
        {(running || verdicts.length > 0) && summaryOf(verdicts, running)}
      </p>
      {verdicts.length > 0 && <ResultTable verdicts={verdicts} />}
    </section>
  )
}

function useRunAll() {
  const [verdicts, setVerdicts] = useState<Verdict[]>([])
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
      setVerdicts((before) => [...before, verdict])
    }
    setRunning(false)
  }
  return { verdicts, running, run, stop }
}

/** Calls this shop in the same way as the form. */
const callWith =
  (signal: AbortSignal): CallShop =>
  (method, path, { token, body }) => {
    const headers = token === undefined ? [] : [{ id: 0, on: true, name: 'authorization', value: token }]
    const draft = { method, endpoint: path, headers, body: body === undefined ? '' : JSON.stringify(body) }
    return exchange(callOf(draft, location.origin), signal)
  }

function summaryOf(verdicts: Verdict[], running: boolean): string {
  if (running) return `Running: ${verdicts.length} of ${TOTAL}`
  const stopped = verdicts.length < TOTAL ? 'Stopped. ' : ''
  return `${stopped}${verdicts.filter(isPass).length} of ${TOTAL} passed`
}

const ResultTable = ({ verdicts }: { verdicts: Verdict[] }) => (
  <table className={styles.table}>
    <caption className="visually-hidden">Results of all calls</caption>
    <thead>
      <tr>
        <th scope="col">Call</th>
        <th scope="col">Result</th>
        <th scope="col">ms</th>
      </tr>
    </thead>
    <tbody>
      {verdicts.map((verdict) => (
        <tr key={`${verdict.endpoint.method} ${verdict.endpoint.path}`}>
          <th scope="row">
            {verdict.endpoint.method} {verdict.endpoint.path}
          </th>
          <td className={isPass(verdict) ? tool.good : tool.bad}>
            {isPass(verdict) ? 'Pass' : `Fail: ${verdict.errors.join('; ')}`}
          </td>
          <td>{verdict.ms}</td>
        </tr>
      ))}
    </tbody>
  </table>
)
