/** The request's headers, one row each. A checkbox disables a header but keeps its text. */
import { Plus, X } from 'lucide-react'
import { useRef, type ReactNode } from 'react'
import { newHeaderRow, type HeaderRow } from '../draft'
import tool from '../Tool.module.css'
import { PLAIN_TEXT, ToolButton } from '../ToolButton'
import styles from './HeaderRows.module.css'

interface HeaderRowsProps {
  rows: HeaderRow[]
  /** Keyed by the row's id. */
  errors: Record<number, string>
  onChange: (rows: HeaderRow[]) => void
  /** Buttons that fill in headers. */
  children: ReactNode
}

export function HeaderRows({ rows, errors, onChange, children }: HeaderRowsProps) {
  const add = useRef<HTMLButtonElement>(null)
  const change = (row: HeaderRow, to: Partial<HeaderRow>) =>
    onChange(rows.map((each) => (each === row ? { ...row, ...to } : each)))
  const remove = (row: HeaderRow) => {
    onChange(rows.filter((each) => each !== row))
    add.current?.focus()
  }
  return (
    <>
      {rows.map((row, at) => (
        <div key={row.id} className={styles.row} role="group" aria-label={`Header ${at + 1}`} data-off={!row.on}>
          <input
            type="checkbox"
            aria-label="Header on"
            title="Switch this header on or off"
            checked={row.on}
            onChange={(event) => change(row, { on: event.target.checked })}
          />
          {(['name', 'value'] as const).map((part) => (
            <input
              key={part}
              className={tool.input}
              aria-label={`Header ${part}`}
              placeholder={part}
              {...PLAIN_TEXT}
              value={row[part]}
              aria-invalid={errors[row.id] ? true : undefined}
              aria-describedby={`header-${row.id}-note`}
              onChange={(event) => change(row, { [part]: event.target.value, token: undefined })}
            />
          ))}
          <button type="button" className={tool.icon} aria-label="Remove header" onClick={() => remove(row)}>
            <X size={16} aria-hidden />
          </button>
          <p id={`header-${row.id}-note`} className={errors[row.id] ? tool.bad : tool.note}>
            {errors[row.id] ?? (row.token && TOKENS[row.token])}
          </p>
        </div>
      ))}
      <div className={tool.bar}>
        <ToolButton ref={add} onClick={() => onChange([...rows, newHeaderRow()])}>
          <Plus size={14} aria-hidden />
          Add header
        </ToolButton>
        {children}
      </div>
    </>
  )
}

const TOKENS = { guest: "The guest's token", own: 'Your own token' }
