/** Copies text to the clipboard and shows the result in its label. */
import { useCopy } from '../../components/useCopy'
import { ToolButton } from './ToolButton'

interface CopyButtonProps {
  label: string
  text: () => string
  disabled?: boolean
}

export function CopyButton({ label, text, disabled }: CopyButtonProps) {
  const { result, copy } = useCopy()
  return (
    <ToolButton disabled={disabled} onClick={() => void copy(text())}>
      <span aria-live="polite">{result ?? label}</span>
    </ToolButton>
  )
}
