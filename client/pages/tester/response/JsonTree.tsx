/**
 * A JSON value as a tree. A button opens and closes each list and object, and the arrow keys also work. In `react-json-view-lite`, Enter
 * and Space do not open a node, and screen readers read the same label for each node.
 */
import { useState, type KeyboardEvent } from 'react'
import tool from '../Tool.module.css'
import styles from './JsonTree.module.css'

/** The levels that are initially open. */
const OPEN_LEVELS = 2
const PREVIEW_LENGTH = 60

export const JsonTree = ({ label, value }: { label: string; value: unknown }) => (
  <ul aria-label={label} onKeyDown={moveByArrows}>
    <Node name={null} value={value} level={0} />
  </ul>
)

/** `name` is null for the root. */
function Node({ name, value, level }: { name: string | null; value: unknown; level: number }) {
  const [open, setOpen] = useState(level < OPEN_LEVELS)
  const children = typeof value === 'object' && value !== null ? Object.entries<unknown>({ ...value }) : []
  const key = name !== null && <span className={styles.key}>{name}: </span>
  if (children.length === 0)
    return (
      <li className={styles.leaf}>
        {key}
        <span className={styles[typeof value]}>{JSON.stringify(value)}</span>
      </li>
    )
  const count = children.length
  const size = Array.isArray(value)
    ? `[${count} ${count === 1 ? 'entry' : 'entries'}]`
    : `{${count} ${count === 1 ? 'field' : 'fields'}}`
  return (
    <li>
      <button
        type="button"
        className={`${tool.row} ${styles.branch}`}
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        {key}
        <span className={tool.note}>
          {open ? size : `${size} ${JSON.stringify(children[0]![1]).slice(0, PREVIEW_LENGTH)}`}
        </span>
      </button>
      {open && (
        <ul className={styles.children}>
          {children.map(([field, child]) => (
            <Node key={field} name={field} value={child} level={level + 1} />
          ))}
        </ul>
      )}
    </li>
  )
}

function moveByArrows(event: KeyboardEvent<HTMLUListElement>): void {
  const buttons = [...event.currentTarget.querySelectorAll('button')]
  const at = buttons.findIndex((button) => button === event.target)
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  const toggle = buttons[at]?.getAttribute('aria-expanded') === 'true' ? 'ArrowLeft' : 'ArrowRight'
  if (step !== undefined) buttons[at + step]?.focus()
  else if (event.key === toggle) buttons[at]?.click()
  else return
  event.preventDefault()
}
