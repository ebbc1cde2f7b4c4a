/** Limits how long health and metrics wait, because their clients give up after a few seconds. */
import { setTimeout as sleep } from 'node:timers/promises'

/** A database that takes longer than this to respond is considered unavailable. */
const MAX_ANSWER_MS = 2_000

/** Rejects if `work` takes longer than `ms`. The work itself continues, so do not start it again while it runs. */
export async function answerOf<Result>(work: Promise<Result>, ms = MAX_ANSWER_MS): Promise<Result> {
  const timer = new AbortController()
  const tooLate = sleep(ms, undefined, { signal: timer.signal }).then(() => {
    throw new Error('does not respond')
  })
  tooLate.catch(() => {})
  try {
    return await Promise.race([work, tooLate])
  } finally {
    timer.abort()
  }
}

/** Joins the running work instead of starting it a second time. */
export function oneAtATime<Result>(work: () => Promise<Result>): () => Promise<Result> {
  let running: Promise<Result> | null = null
  return () => {
    running ??= work().finally(() => (running = null))
    // Prevents an unhandled rejection after the callers have given up.
    running.catch(() => {})
    return running
  }
}
