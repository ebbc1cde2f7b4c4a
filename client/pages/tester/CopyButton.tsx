/** Copies text to the clipboard and shows the result in its label. */
import { useCopy } from '../../components/useCopy'
import { ToolButton } from './ToolButton'

interface CopyButtonProps {
  label: string
  text: () => string
  unavailable?: boolean
}

export function CopyButton({ label, text, unavailable }: CopyButtonProps) {
  const { result, copy } = useCopy()
  return (
    <ToolButton unavailable={unavailable} onClick={() => void copy(text())}>
      <span aria-live="polite">{result ?? label}</span>
    </ToolButton>
  )
}
