/** The request's JSON, checked as it is typed: a fault is named with its place, and one click leads there. */
import { useId, useRef } from 'react'
import type { Method } from './draft'
import type { JsonFault } from './jsonFault'
import styles from './BodyField.module.css'
import tool from './Tool.module.css'
import { ToolButton } from './ToolButton'

interface BodyFieldProps {
  value: string
  method: Method
  fault: JsonFault | undefined
  onChange: (value: string) => void
}

export function BodyField({ value, method, fault, onChange }: BodyFieldProps) {
  const id = useId()
  const field = useRef<HTMLTextAreaElement>(null)
  const goToFault = () => {
    field.current?.focus()
    if (fault) field.current?.setSelectionRange(fault.offset, fault.offset + 1)
  }
  return (
    <div className={styles.field}>
      <div className={tool.bar}>
        <label htmlFor={id} className={tool.label}>
          Body
        </label>
        {method === 'GET' && <span className={tool.note}>stays here: a GET has none</span>}
        <ToolButton
          disabled={fault !== undefined || value.trim() === ''}
          onClick={() => onChange(JSON.stringify(JSON.parse(value), null, 2))}
        >
          Format
        </ToolButton>
      </div>
      <textarea
        ref={field}
        id={id}
        name="body"
        className={tool.input}
        rows={8}
        spellCheck={false}
        autoCapitalize="none"
        autoComplete="off"
        value={value}
        aria-invalid={fault ? true : undefined}
        aria-describedby={`${id}-fault`}
        onChange={(event) => onChange(event.target.value)}
      />
      <div id={`${id}-fault`} aria-live="polite">
        {fault && (
          <p className={tool.fault}>
            Line {fault.line}, column {fault.column}: {fault.message}{' '}
            <button type="button" className={styles.goTo} onClick={goToFault}>
              Go there
            </button>
          </p>
        )}
      </div>
    </div>
  )
}
