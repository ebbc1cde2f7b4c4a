/**
 * A JSON text as a tree, with its numbers and repeated names as they were received. A button opens and closes each list and object, and the arrow keys also work. In `react-json-view-lite`, Enter
 * and Space do not open a node, and screen readers read the same label for each node.
 */
import { useMemo, useState, type KeyboardEvent } from 'react'
import { entriesOf, treeOf, type JsonNode } from '../jsonText'
import tool from '../Tool.module.css'
import styles from './JsonTree.module.css'

/** The levels that are initially open. */
const OPEN_LEVELS = 2
const PREVIEW_LENGTH = 60

export function JsonTree({ label, text }: { label: string; text: string }) {
  const root = useMemo(() => treeOf(text), [text])
  if (!root) return <pre>{text}</pre>
  return (
    <ul aria-label={label} onKeyDown={moveByArrows}>
      <Node name={null} node={root} text={text} level={0} />
    </ul>
  )
}

interface NodeProps {
  /** Null for the root. */
  name: string | null
  node: JsonNode
  /** The whole JSON text. */
  text: string
  level: number
}

function Node({ name, node, text, level }: NodeProps) {
  const [open, setOpen] = useState(level < OPEN_LEVELS)
  const children = entriesOf(node)
  const key = name !== null && <span className={styles.key}>{name}: </span>
  if (children.length === 0)
    return (
      <li className={styles.leaf}>
        {key}
        <span className={styles[node.type]}>{sourceOf(node, text)}</span>
      </li>
    )
  const count = children.length
  const size =
    node.type === 'array'
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
          {open ? size : `${size} ${sourceOf(children[0]!.value, text).slice(0, PREVIEW_LENGTH)}`}
        </span>
      </button>
      {open && (
        <ul className={styles.children}>
          {children.map(({ name, value }, at) => (
            <Node key={at} name={name} node={value} text={text} level={level + 1} />
          ))}
        </ul>
      )}
    </li>
  )
}

const sourceOf = ({ offset, length }: JsonNode, text: string): string => text.slice(offset, offset + length)

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
