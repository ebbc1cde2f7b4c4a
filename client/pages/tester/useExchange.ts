/** The call under way and what came of the last one; one call at a time, and it can be called off. */
import { useCallback, useEffect, useRef, useState } from 'react'
import type { Call } from './draft'
import { exchange, type ReceivedResponse } from './exchange'

export type Outcome =
  | { phase: 'none' }
  /** The last answer stays in sight until the next one is there. */
  | { phase: 'pending'; previous: ReceivedResponse | null }
  | { phase: 'cancelled' }
  | { phase: 'answered'; answer: ReceivedResponse }
  | { phase: 'failed'; message: string }

export function useExchange() {
  const [outcome, setOutcome] = useState<Outcome>({ phase: 'none' })
  const underWay = useRef<AbortController | null>(null)

  const cancel = useCallback(() => underWay.current?.abort(), [])
  useEffect(() => cancel, [cancel])

  /** Null where another call is still under way. */
  const send = useCallback(async (call: Call): Promise<Outcome | null> => {
    if (underWay.current) return null
    const controller = new AbortController()
    underWay.current = controller
    setOutcome((last) => ({ phase: 'pending', previous: last.phase === 'answered' ? last.answer : null }))
    const result = await outcomeOf(call, controller.signal)
    if (underWay.current === controller) {
      underWay.current = null
      setOutcome(result)
    }
    return result
  }, [])

  /** Says something in the answer's place. */
  const fail = useCallback((message: string) => setOutcome({ phase: 'failed', message }), [])

  const reset = useCallback(() => {
    cancel()
    underWay.current = null
    setOutcome({ phase: 'none' })
  }, [cancel])

  return { outcome, send, cancel, fail, reset }
}

async function outcomeOf(call: Call, signal: AbortSignal): Promise<Outcome> {
  try {
    return { phase: 'answered', answer: await exchange(call, signal) }
  } catch (cause) {
    if (signal.aborted) return { phase: 'cancelled' }
    return { phase: 'failed', message: cause instanceof Error ? cause.message : String(cause) }
  }
}
