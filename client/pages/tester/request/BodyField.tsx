/** The request's body, checked while the user types. An error shows its position and a button that moves the cursor there. */
import { useId, useRef } from 'react'
import tool from '../Tool.module.css'
import { PLAIN_TEXT, ToolButton } from '../ToolButton'
import type { Tester } from '../useTester'
import styles from './BodyField.module.css'

export function BodyField({ tester: { draft, faults, change } }: { tester: Tester }) {
  const { method, body } = draft
  const fault = faults.body
  const id = useId()
  const field = useRef<HTMLTextAreaElement>(null)
  const goToFault = () => {
    field.current?.focus()
    if (fault) field.current?.setSelectionRange(fault.offset, fault.offset + 1)
  }
  return (
    <div className={tool.stack}>
      <div className={tool.bar}>
        <label htmlFor={id} className={tool.label}>
          Body
        </label>
        {method === 'GET' && <span className={tool.note}>not sent with a GET</span>}
        <ToolButton
          disabled={fault !== undefined || body.trim() === ''}
          onClick={() => change({ body: JSON.stringify(JSON.parse(body), null, 2) })}
        >
          Format
        </ToolButton>
      </div>
      <textarea
        ref={field}
        id={id}
        name="body"
        className={`${tool.input} ${styles.text}`}
        rows={8}
        {...PLAIN_TEXT}
        value={body}
        aria-invalid={fault ? true : undefined}
        aria-describedby={`${id}-fault`}
        onChange={(event) => change({ body: event.target.value })}
      />
      <div id={`${id}-fault`} aria-live="polite">
        {fault && (
          <p className={tool.bad}>
            Line {fault.line}, column {fault.column}: {fault.message}{' '}
            <ToolButton onClick={goToFault}>Go there</ToolButton>
          </p>
        )}
      </div>
    </div>
  )
}
