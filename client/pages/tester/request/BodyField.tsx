/** The request's body, checked while the user types. An error shows its position and a button that moves the cursor there. */
import { useId, useRef } from 'react'
import { formatJson } from '../jsonText'
import tool from '../Tool.module.css'
import { PLAIN_TEXT, ToolButton } from '../ToolButton'
import type { Tester } from '../useTester'
import styles from './BodyField.module.css'

export function BodyField({ tester: { draft, errors, change } }: { tester: Tester }) {
  const { method, body } = draft
  const error = errors.body
  const id = useId()
  const field = useRef<HTMLTextAreaElement>(null)
  const goToError = () => {
    field.current?.focus()
    if (error) field.current?.setSelectionRange(error.offset, error.offset + 1)
  }
  return (
    <div className={tool.stack}>
      <div className={tool.bar}>
        <label htmlFor={id} className={tool.label}>
          Body
        </label>
        {method === 'GET' && <span className={tool.note}>not sent with a GET</span>}
        <ToolButton
          unavailable={error !== undefined || body.trim() === ''}
          onClick={() => change({ body: formatJson(body) })}
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
        aria-invalid={error ? true : undefined}
        aria-describedby={`${id}-error`}
        onChange={(event) => change({ body: event.target.value })}
      />
      <div id={`${id}-error`} aria-live="polite">
        {error && (
          <p className={tool.bad}>
            Line {error.line}, column {error.column}: {error.message}{' '}
            <ToolButton onClick={goToError}>Go there</ToolButton>
          </p>
        )}
      </div>
    </div>
  )
}
