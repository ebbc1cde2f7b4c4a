/** Where a line of curl is pasted to become the request. */
import { useId, useState } from 'react'
import type { Draft } from './draft'
import styles from './ImportCurl.module.css'
import tool from './Tool.module.css'
import { ToolButton } from './ToolButton'

export function ImportCurl({ onImport }: { onImport: (draft: Draft) => void }) {
  const id = useId()
  const [line, setLine] = useState('')
  const [fault, setFault] = useState('')
  const read = async () => {
    const { draftOfCurl } = await import('./curl')
    const draft = draftOfCurl(line, location.origin)
    if ('fault' in draft) return setFault(draft.fault)
    setFault('')
    setLine('')
    onImport(draft)
  }
  return (
    <details className={styles.import}>
      <summary className={tool.label}>Import cURL</summary>
      <label htmlFor={id} className="visually-hidden">
        A line of curl
      </label>
      <textarea
        id={id}
        className={tool.input}
        rows={3}
        placeholder="curl https://… -H '…' -d '…'"
        spellCheck={false}
        autoCapitalize="none"
        autoComplete="off"
        value={line}
        aria-invalid={fault ? true : undefined}
        aria-describedby={`${id}-fault`}
        onChange={({ target }) => {
          setLine(target.value)
          setFault('')
        }}
      />
      <p id={`${id}-fault`} className={tool.fault} aria-live="polite">
        {fault}
      </p>
      <ToolButton disabled={line.trim() === ''} onClick={() => void read()}>
        Import
      </ToolButton>
    </details>
  )
}
