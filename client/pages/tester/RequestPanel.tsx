/** The left panel: what to send, to where, as whom. */
import type { Ref } from 'react'
import { onSubmit } from '../../components/form/form'
import { BodyField } from './BodyField'
import { newIdempotencyKey } from '../../data/idempotency'
import { CopyButton } from './CopyButton'
import { callOf, isSound, METHODS, withHeader, type Draft, type Faults, type Method, type TokenOwner } from './draft'
import { EndpointFields } from './EndpointFields'
import { toCurl, toFetch } from './exportCode'
import { HeaderRows } from './HeaderRows'
import { ImportCurl } from './ImportCurl'
import { PresetPicker } from './PresetPicker'
import { findPreset, type Params } from './presets'
import styles from './RequestPanel.module.css'
import tool from './Tool.module.css'
import { ToolButton } from './ToolButton'

interface RequestPanelProps {
  formRef: Ref<HTMLFormElement>
  draft: Draft
  faults: Faults
  preset: string
  known: Params
  pending: boolean
  tokens: Record<TokenOwner, boolean>
  onChange: (change: Partial<Draft>) => void
  onChoosePreset: (id: string, draft: Draft) => void
  /** An address that leads to this request. */
  link: () => string
  onTakeToken: (owner: TokenOwner) => void
  onSend: () => void
  onCancel: () => void
  onReset: () => void
}

export function RequestPanel({ formRef, ...props }: RequestPanelProps) {
  const { draft, faults, pending, tokens, onChange } = props
  const sound = isSound(faults)
  return (
    <section className={tool.panel} aria-labelledby="request-title">
      <div className={tool.bar}>
        <h2 id="request-title">Request</h2>
        <ToolButton onClick={props.onReset}>Start over</ToolButton>
      </div>
      <form ref={formRef} className={styles.form} noValidate onSubmit={onSubmit(props.onSend)}>
        <PresetPicker chosen={props.preset} draft={draft} known={props.known} onChoose={props.onChoosePreset} />
        <div className={styles.line}>
          <label>
            <span className={tool.label}>Method</span>
            <select
              name="method"
              className={tool.input}
              value={draft.method}
              onChange={(event) => onChange({ method: event.target.value as Method })}
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
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              value={draft.endpoint}
              aria-invalid={faults.endpoint ? true : undefined}
              aria-describedby="endpoint-fault"
              onChange={(event) => onChange({ endpoint: event.target.value })}
            />
          </label>
          <div className={styles.send}>
            <button type="submit" className={tool.primary} disabled={!sound} aria-busy={pending || undefined}>
              Send
            </button>
            <ToolButton disabled={!pending} onClick={props.onCancel}>
              Cancel
            </ToolButton>
          </div>
          <p id="endpoint-fault" className={tool.fault} aria-live="polite">
            {faults.endpoint}
          </p>
        </div>
        <fieldset className={styles.headers}>
          <legend className={tool.label}>Parameters</legend>
          <EndpointFields
            template={findPreset(props.preset)?.endpoint.path ?? null}
            endpoint={draft.endpoint}
            onChange={(endpoint) => onChange({ endpoint })}
          />
        </fieldset>
        <fieldset className={styles.headers}>
          <legend className={tool.label}>Headers</legend>
          <HeaderRows rows={draft.headers} faults={faults.headers} onChange={(headers) => onChange({ headers })}>
            <ToolButton
              disabled={!tokens.guest}
              title={tokens.guest ? undefined : 'This shop has no guest account'}
              onClick={() => props.onTakeToken('guest')}
            >
              Guest token
            </ToolButton>
            <ToolButton
              disabled={!tokens.own}
              title={tokens.own ? undefined : 'Nobody is logged in'}
              onClick={() => props.onTakeToken('own')}
            >
              My token
            </ToolButton>
            <ToolButton
              title="A new key: the same call sent again with it changes nothing more"
              onClick={() => onChange({ headers: withHeader(draft.headers, 'Idempotency-Key', newIdempotencyKey()) })}
            >
              Idempotency-Key
            </ToolButton>
            {needsToken(props.preset, draft) && <span className={tool.note}>This preset needs a token.</span>}
          </HeaderRows>
        </fieldset>
        <BodyField
          value={draft.body}
          method={draft.method}
          fault={faults.body}
          onChange={(body) => onChange({ body })}
        />
        <div className={styles.row}>
          <CopyButton label="Copy as cURL" disabled={!sound} text={() => toCurl(callOf(draft, location.origin))} />
          <CopyButton label="Copy as fetch" disabled={!sound} text={() => toFetch(callOf(draft, location.origin))} />
          <CopyButton label="Copy link" text={props.link} />
        </div>
        <ImportCurl onImport={(imported) => props.onChoosePreset('', imported)} />
      </form>
    </section>
  )
}

const needsToken = (preset: string, { headers }: Draft): boolean =>
  findPreset(preset)?.endpoint.auth === true &&
  !headers.some(({ on, name, value }) => on && value && name.trim().toLowerCase() === 'authorization')
