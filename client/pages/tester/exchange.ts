/** One call to a server with fetch: what came back, how long it took, and what to say where nothing came. */
import { checkReachability } from '../../data/apollo/reachability'
import { XSRF_HEADER, xsrfToken } from '../../data/apollo/xsrf'
import type { Call } from './draft'
import { reasonOf } from './reasons'

export interface ReceivedResponse {
  call: Call
  status: number
  reason: string
  /** From the call to the last byte of the answer. */
  ms: number
  /** Of the content, decompressed. */
  bytes: number
  text: string
  /** Undefined where the text is no JSON. */
  json: unknown
  headers: Record<string, string>
}

/**
 * Rejects with what a person can do about it where there is no answer, or with the signal's own reason once that has aborted.
 * There is no time-out.
 */
export async function exchange(call: Call, signal?: AbortSignal): Promise<ReceivedResponse> {
  const start = performance.now()
  try {
    const response = await fetch(call.url, { ...call, headers: [...call.headers, ...xsrfHeader(call)], signal })
    const content = await response.arrayBuffer()
    const ms = Math.round(performance.now() - start)
    const text = new TextDecoder().decode(content)
    return {
      call,
      status: response.status,
      reason: reasonOf(response.status, response.statusText),
      ms,
      bytes: content.byteLength,
      text,
      json: parse(text),
      headers: Object.fromEntries(response.headers),
    }
  } catch (cause) {
    if (signal?.aborted) throw signal.reason
    const message = await explain(call.url)
    if (signal?.aborted) throw signal.reason
    throw new Error(message, { cause })
  }
}

/** The cookie is this shop's own: nobody else is told. */
function xsrfHeader({ url, headers }: Call): [string, string][] {
  const token = xsrfToken()
  const isGiven = headers.some(([name]) => name.toLowerCase() === XSRF_HEADER.toLowerCase())
  return token && !isGiven && new URL(url).origin === location.origin ? [[XSRF_HEADER, token]] : []
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

async function explain(url: string): Promise<string> {
  const { origin } = new URL(url)
  if (origin !== location.origin) {
    return `No answer from ${origin}: this page may only call its own server, ${location.origin}.`
  }
  if (!(await checkReachability()))
    return `No answer from ${origin}: this device is offline, or the server is not running.`
  return `No answer from ${origin}: the server could not be reached, or the connection broke. Is the server running?`
}
