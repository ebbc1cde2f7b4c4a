/** Copies text to the clipboard and briefly shows the result. */
import { useEffect, useState } from 'react'

const RESULT_SHOWS_MS = 2000

export function useCopy() {
  const [result, setResult] = useState<'Copied' | 'Not copied' | null>(null)
  useEffect(() => {
    if (result === null) return
    const timer = setTimeout(() => setResult(null), RESULT_SHOWS_MS)
    return () => clearTimeout(timer)
  }, [result])

  const copy = async (text: string) => {
    try {
      await writeText(text)
      setResult('Copied')
    } catch (cause) {
      console.error('Could not copy', cause)
      setResult('Not copied')
    }
  }
  return { result, copy }
}

/** `navigator.clipboard` exists only on secure origins. Elsewhere, this selects the text and copies the selection. */
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
