/** Puts a text on the clipboard and says so in place. */
import { useEffect, useState } from 'react'
import { ToolButton } from './ToolButton'

const RESULT_STAYS_MS = 1500

interface CopyButtonProps {
  label: string
  /** Asked for when it is needed. */
  text: () => string
  disabled?: boolean
}

export function CopyButton({ label, text, disabled }: CopyButtonProps) {
  const [result, setResult] = useState<string | null>(null)
  useEffect(() => {
    if (result === null) return
    const timer = setTimeout(() => setResult(null), RESULT_STAYS_MS)
    return () => clearTimeout(timer)
  }, [result])

  const copy = async () => {
    try {
      await writeText(text())
      setResult('Copied')
    } catch (cause) {
      console.error('Could not copy', cause)
      setResult('Not copied')
    }
  }
  return (
    <ToolButton disabled={disabled} onClick={() => void copy()}>
      <span aria-live="polite">{result ?? label}</span>
    </ToolButton>
  )
}

/** The clipboard's own interface exists on secure origins only; elsewhere the browser copies what is selected. */
async function writeText(text: string): Promise<void> {
  if (navigator.clipboard) return navigator.clipboard.writeText(text)
  const field = document.createElement('textarea')
  field.value = text
  const focused = document.activeElement
  document.body.append(field)
  field.select()
  const copied = document.execCommand('copy')
  field.remove()
  if (focused instanceof HTMLElement) focused.focus()
  if (!copied) throw new Error('execCommand copied nothing')
}
