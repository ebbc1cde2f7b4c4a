/** Fills a field with a value that is known only after the page is shown. It replaces nothing that the shopper has typed, also before hydration. */
import { useEffect, useRef, type RefObject } from 'react'

/** Returns the field's ref. */
export function useLateValue(value: string): RefObject<HTMLInputElement | null> {
  const field = useRef<HTMLInputElement>(null)
  const filled = useRef('')
  useEffect(() => {
    const input = field.current
    if (!input) return
    if (input.value === '' || input.value === filled.current) input.value = value
    filled.current = value
  }, [value])
  return field
}
