/** Sends one request at a time, which can be cancelled, and keeps its outcome. */
import { useEffect, useRef, useState } from 'react'
import type { Call } from './draft'
import { exchange, type ReceivedResponse } from './exchange'

export type Outcome =
  | { phase: 'none' }
  /** The page shows the previous response until the next one arrives. */
  | { phase: 'pending'; previous: ReceivedResponse | null }
  | { phase: 'cancelled' }
  | { phase: 'answered'; answer: ReceivedResponse }
  | { phase: 'failed'; message: string }

export function useExchange() {
  const [outcome, setOutcome] = useState<Outcome>({ phase: 'none' })
  const underWay = useRef<AbortController | null>(null)
  const cancel = () => underWay.current?.abort()
  useEffect(() => () => underWay.current?.abort(), [])

  /** Null if another request is in progress. */
  const send = async (call: Call): Promise<Outcome | null> => {
    if (underWay.current) return null
    const controller = (underWay.current = new AbortController())
    setOutcome((last) => ({ phase: 'pending', previous: last.phase === 'answered' ? last.answer : null }))
    const result = await outcomeOf(call, controller.signal)
    if (underWay.current === controller) {
      underWay.current = null
      setOutcome(result)
    }
    return result
  }
  /** Shows a message instead of a response. */
  const fail = (message: string) => setOutcome({ phase: 'failed', message })
  const reset = () => {
    cancel()
    underWay.current = null
    setOutcome({ phase: 'none' })
  }
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
