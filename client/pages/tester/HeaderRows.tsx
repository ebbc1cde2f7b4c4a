/** The request's headers, one row each, that can be switched off without being lost. */
import { Plus, X } from 'lucide-react'
import { useRef, type ReactNode } from 'react'
import { newHeaderRow, type HeaderRow } from './draft'
import styles from './HeaderRows.module.css'
import tool from './Tool.module.css'
import { ToolButton } from './ToolButton'

interface HeaderRowsProps {
  rows: HeaderRow[]
  /** By the row's id. */
  faults: Record<number, string>
  onChange: (rows: HeaderRow[]) => void
  /** Further ways to fill them in. */
  children: ReactNode
}

export function HeaderRows({ rows, faults, onChange, children }: HeaderRowsProps) {
  const add = useRef<HTMLButtonElement>(null)
  const change = (row: HeaderRow, to: Partial<HeaderRow>) =>
    onChange(rows.map((each) => (each === row ? { ...row, ...to } : each)))
  const remove = (row: HeaderRow) => {
    onChange(rows.filter((each) => each !== row))
    add.current?.focus()
  }
  return (
    <>
      <div className={styles.rows}>
        {rows.map((row, at) => (
          <div
            key={row.id}
            className={styles.row}
            role="group"
            aria-label={`Header ${at + 1}`}
            data-off={!row.on || undefined}
          >
            <input
              type="checkbox"
              aria-label="Header on"
              title="Switch this header on or off"
              checked={row.on}
              onChange={(event) => change(row, { on: event.target.checked })}
            />
            {PARTS.map((part) => (
              <input
                key={part}
                className={tool.input}
                aria-label={`Header ${part}`}
                placeholder={part}
                autoComplete="off"
                autoCapitalize="none"
                spellCheck={false}
                value={row[part]}
                {...faultProps(row, faults)}
                onChange={(event) => change(row, { [part]: event.target.value, token: undefined })}
              />
            ))}
            <button type="button" className={tool.icon} aria-label="Remove header" onClick={() => remove(row)}>
              <X size={16} aria-hidden />
            </button>
            {row.token && (
              <p className={styles.owner}>{row.token === 'guest' ? "The guest's token" : 'Your own token'}</p>
            )}
            {faults[row.id] && (
              <p id={`header-${row.id}-fault`} className={tool.fault}>
                {faults[row.id]}
              </p>
            )}
          </div>
        ))}
      </div>
      <div className={styles.ways}>
        <ToolButton ref={add} onClick={() => onChange([...rows, newHeaderRow()])}>
          <Plus size={14} aria-hidden />
          Add header
        </ToolButton>
        {children}
      </div>
    </>
  )
}

const PARTS = ['name', 'value'] as const

const faultProps = ({ id }: HeaderRow, faults: Record<number, string>) =>
  faults[id] ? { 'aria-invalid': true, 'aria-describedby': `header-${id}-fault` } : {}
