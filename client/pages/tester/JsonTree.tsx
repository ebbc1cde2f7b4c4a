/** A JSON value as a tree. Each list and object is a button that opens and closes it; arrow keys work too. */
import { useState, type KeyboardEvent } from 'react'
import styles from './JsonTree.module.css'

/** How deep a tree is open at first. */
const OPEN_LEVELS = 2
const PREVIEW_LENGTH = 60

export function JsonTree({ label, value }: { label: string; value: unknown }) {
  return (
    <ul className={styles.tree} aria-label={label} onKeyDown={moveByArrows}>
      <Node name={null} value={value} level={0} />
    </ul>
  )
}

/** An object, or a list by its places. */
type Branch = Record<string, unknown>

interface NodeProps {
  /** Null for the root and for what stands in a list. */
  name: string | null
  value: unknown
  level: number
}

function Node({ name, value, level }: NodeProps) {
  const [open, setOpen] = useState(level < OPEN_LEVELS)
  const key = name !== null && <span className={styles.key}>{name}: </span>
  if (!isBranch(value)) {
    return (
      <li className={styles.leaf}>
        {key}
        <span className={styles[kindOf(value)]}>{JSON.stringify(value)}</span>
      </li>
    )
  }
  const isList = Array.isArray(value)
  const children = Object.entries(value)
  return (
    <li>
      <button type="button" className={styles.branch} aria-expanded={open} onClick={() => setOpen(!open)}>
        {key}
        <span className={styles.count}>{countOf(children.length, isList)}</span>
        {!open && <span className={styles.preview}>{previewOf(value)}</span>}
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

/** An empty list or object has nothing to open. */
const isBranch = (value: unknown): value is Branch =>
  typeof value === 'object' && value !== null && Object.keys(value).length > 0

const kindOf = (value: unknown): 'string' | 'number' | 'word' => {
  if (typeof value === 'string') return 'string'
  return typeof value === 'number' ? 'number' : 'word'
}

function countOf(count: number, isList: boolean): string {
  const [open, close, noun] = isList
    ? ['[', ']', count === 1 ? 'entry' : 'entries']
    : ['{', '}', count === 1 ? 'field' : 'fields']
  return `${open}${count} ${noun}${close}`
}

function previewOf(value: Branch): string {
  const [first] = Object.values(value)
  const text = JSON.stringify(isBranch(first) ? Object.values(first)[0] : first) ?? ''
  return text.length > PREVIEW_LENGTH ? `${text.slice(0, PREVIEW_LENGTH)}…` : text
}

function moveByArrows(event: KeyboardEvent<HTMLUListElement>): void {
  const button = event.target
  if (!(button instanceof HTMLButtonElement) || !event.key.startsWith('Arrow')) return
  event.preventDefault()
  const buttons = [...event.currentTarget.querySelectorAll('button')]
  const at = buttons.indexOf(button)
  const isOpen = button.getAttribute('aria-expanded') === 'true'
  if (event.key === 'ArrowDown') buttons[at + 1]?.focus()
  else if (event.key === 'ArrowUp') buttons[at - 1]?.focus()
  else if ((event.key === 'ArrowRight') !== isOpen) button.click()
  else if (event.key === 'ArrowRight') buttons[at + 1]?.focus()
  else button.closest('ul')?.parentElement?.querySelector('button')?.focus()
}
