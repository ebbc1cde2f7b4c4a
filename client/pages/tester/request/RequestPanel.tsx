/** The left panel: the request's form. */
import { BaseButton } from '../../../components/Button'
import { onSubmit } from '../../../components/form/form'
import { newIdempotencyKey } from '../../../data/idempotency'
import { CopyButton } from '../CopyButton'
import { callOf, isSent, isSound, METHODS, withHeader, type Method } from '../draft'
import { findPreset } from '../presets'
import tool from '../Tool.module.css'
import { PLAIN_TEXT, ToolButton } from '../ToolButton'
import type { Tester } from '../useTester'
import { BodyField } from './BodyField'
import { toCurl, toFetch } from './exportCode'
import { HeaderRows } from './HeaderRows'
import { PresetPicker } from './PresetPicker'
import styles from './RequestPanel.module.css'

export function RequestPanel({ tester }: { tester: Tester }) {
  const { draft, errors, outcome, change } = tester
  const pending = outcome.phase === 'pending'
  const sound = isSound(errors)
  return (
    <section className={tool.panel} aria-labelledby="request-title">
      <div className={tool.bar}>
        <h2 id="request-title">Request</h2>
        <ToolButton onClick={tester.startOver}>Start over</ToolButton>
      </div>
      <form name="request" className={styles.form} noValidate onSubmit={onSubmit(tester.submit)}>
        <PresetPicker tester={tester} />
        <div className={styles.line}>
          <label>
            <span className={tool.label}>Method</span>
            <select
              name="method"
              className={tool.input}
              value={draft.method}
              onChange={(event) => change({ method: event.target.value as Method })}
            >
              {METHODS.map((method) => (
                <option key={method}>{method}</option>
              ))}
            </select>
          </label>
          <label>
            <span className={tool.label}>Endpoint</span>
            <input
              name="endpoint"
              className={tool.input}
              inputMode="url"
              {...PLAIN_TEXT}
              value={draft.endpoint}
              aria-invalid={errors.endpoint ? true : undefined}
              aria-describedby="endpoint-error"
              onChange={(event) => change({ endpoint: event.target.value })}
            />
          </label>
          <div className={tool.bar}>
            <BaseButton type="submit" className={tool.primary} unavailable={!sound} aria-busy={pending || undefined}>
              Send
            </BaseButton>
            <ToolButton unavailable={!pending} onClick={tester.cancel}>
              Cancel
            </ToolButton>
          </div>
        </div>
        <p id="endpoint-error" className={tool.bad} aria-live="polite">
          {errors.endpoint}
        </p>
        <Headers tester={tester} />
        <BodyField tester={tester} />
        <div className={tool.bar}>
          <CopyButton
            label="Copy as cURL"
            unavailable={!sound && !errors.onlyForbiddenHeaders}
            text={() => toCurl(callOf(draft, location.origin))}
          />
          <CopyButton label="Copy as fetch" unavailable={!sound} text={() => toFetch(callOf(draft, location.origin))} />
          <CopyButton label="Copy link" text={tester.link} />
        </div>
      </form>
    </section>
  )
}

function Headers({ tester: { draft, errors, preset, available, change, takeToken } }: { tester: Tester }) {
  const { headers } = draft
  const needsToken =
    findPreset(preset)?.endpoint.auth === true &&
    !headers.some((row) => isSent(row) && row.value && row.name.trim().toLowerCase() === 'authorization')
  return (
    <fieldset className={tool.stack}>
      <legend className={tool.label}>Headers</legend>
      <HeaderRows rows={headers} errors={errors.headers} onChange={(rows) => change({ headers: rows })}>
        <ToolButton
          unavailable={!available.guest}
          title={available.guest ? undefined : 'This shop has no guest account'}
          onClick={() => void takeToken('guest')}
        >
          Guest token
        </ToolButton>
        <ToolButton
          unavailable={!available.own}
          title={available.own ? undefined : 'You are not logged in'}
          onClick={() => void takeToken('own')}
        >
          My token
        </ToolButton>
        <ToolButton
          title="A new key: the server carries out calls with the same key once"
          onClick={() => change({ headers: withHeader(headers, 'Idempotency-Key', newIdempotencyKey()) })}
        >
          Idempotency-Key
        </ToolButton>
        {needsToken && <span className={tool.note}>This preset needs a token.</span>}
      </HeaderRows>
    </fieldset>
  )
}
