/** The endpoint's path and query parameters, one field each. What is typed here stands in the endpoint, and the other way round. */
import { Plus, X } from 'lucide-react'
import { useId } from 'react'
import { pathFields, queryRows, withPathFields, withQueryRows, type QueryRow } from './parameters'
import styles from './EndpointFields.module.css'
import tool from './Tool.module.css'
import { ToolButton } from './ToolButton'

interface EndpointFieldsProps {
  /** The path as the chosen preset writes it; null where none is chosen. */
  template: string | null
  endpoint: string
  onChange: (endpoint: string) => void
}

const PLAIN = { autoComplete: 'off', autoCapitalize: 'none', spellCheck: false } as const

export function EndpointFields({ template, endpoint, onChange }: EndpointFieldsProps) {
  const id = useId()
  const path = template === null ? {} : pathFields(template, endpoint)
  const query = queryRows(endpoint)
  const setQuery = (rows: QueryRow[]) => onChange(withQueryRows(endpoint, rows))
  const change = (at: number, row: QueryRow) => setQuery(query.map((each, other) => (other === at ? row : each)))
  return (
    <div className={styles.fields}>
      {Object.entries(path).map(([name, value]) => (
        <div key={name} className={styles.field}>
          <label htmlFor={id + name}>{name}</label>
          <input
            id={id + name}
            className={tool.input}
            {...PLAIN}
            value={value}
            onChange={({ target }) => onChange(withPathFields(template!, endpoint, { ...path, [name]: target.value }))}
          />
        </div>
      ))}
      {query.map(([name, value], at) => (
        <div key={at} className={styles.query} role="group" aria-label={`Query parameter ${at + 1}`}>
          <input
            className={tool.input}
            aria-label="Parameter name"
            placeholder="name"
            {...PLAIN}
            value={name}
            onChange={({ target }) => change(at, [target.value, value])}
          />
          <input
            className={tool.input}
            aria-label="Parameter value"
            placeholder="value"
            {...PLAIN}
            value={value}
            onChange={({ target }) => change(at, [name, target.value])}
          />
          <button
            type="button"
            className={tool.icon}
            aria-label="Remove parameter"
            onClick={() => setQuery(query.filter((_, other) => other !== at))}
          >
            <X size={16} aria-hidden />
          </button>
        </div>
      ))}
      <div>
        <ToolButton onClick={() => setQuery([...query, ['', '']])}>
          <Plus size={14} aria-hidden />
          Add query parameter
        </ToolButton>
      </div>
    </div>
  )
}
