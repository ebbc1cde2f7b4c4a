/** Sends a request to another service and reads its response, both within one time limit. */

interface Limits {
  ms: number
  /** Can abort the request before the time limit. */
  stop?: AbortSignal
}

/**
 * Rejects with a TimeoutError if the response and `read` together take longer than `ms`. It accepts no Request and passes only its own
 * signal to fetch. Node 20 may garbage-collect a signal that only another signal follows, as in `AbortSignal.any()` and in a Request, and
 * then the request never ends.
 */
export async function fetchWithin<Result>(
  { ms, stop }: Limits,
  url: string,
  init: Omit<RequestInit, 'signal'>,
  read: (response: Response) => Promise<Result>,
): Promise<Result> {
  const controller = new AbortController()
  const late = new DOMException(`no answer within ${ms / 1000} s`, 'TimeoutError')
  const timer = setTimeout(() => controller.abort(late), ms)
  const end = () => controller.abort(stop!.reason)
  if (stop?.aborted) end()
  stop?.addEventListener('abort', end, { once: true })
  try {
    return await read(await fetch(url, { ...init, signal: controller.signal }))
  } finally {
    clearTimeout(timer)
    stop?.removeEventListener('abort', end)
  }
}
