/** An action behind a button: whether it is under way, and never twice at a time. */
import { useCallback, useRef, useState } from 'react'

export function useAction<Args extends unknown[]>(
  action: (...args: Args) => Promise<unknown>,
): [run: (...args: Args) => Promise<void>, busy: boolean] {
  const running = useRef(false)
  const [busy, setBusy] = useState(false)
  const run = useCallback(
    async (...args: Args) => {
      if (running.current) return
      running.current = true
      setBusy(true)
      try {
        await action(...args)
      } finally {
        running.current = false
        setBusy(false)
      }
    },
    [action],
  )
  return [run, busy]
}
