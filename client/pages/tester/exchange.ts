/** Sends one request with fetch and measures it. */
import reasons from 'statuses/codes.json'
import { XSRF_HEADER, xsrfToken } from '../../data/apollo/xsrf'
import type { Call } from './draft'

/** HTTP/2 sends the status without a reason phrase. */
const REASONS: Record<string, string> = reasons

export interface ReceivedResponse {
  call: Call
  status: number
  reason: string
  /** Measured until the last byte of the response. */
  ms: number
  /** The size of the decompressed content. */
  bytes: number
  text: string
  /** Undefined if the text is not JSON. */
  json: unknown
  headers: Record<string, string>
}

/** Rejects with advice if no response arrives, or with the signal's abort reason. The user can cancel, so there is no timeout. */
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
      reason: response.statusText || (REASONS[response.status] ?? ''),
      ms,
      bytes: content.byteLength,
      text,
      json: parse(text),
      headers: Object.fromEntries(response.headers),
    }
  } catch (cause) {
    if (signal?.aborted) throw signal.reason
    throw new Error(explain(call.url), { cause })
  }
}

/** The cookie's value is sent only to this shop. */
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

function explain(url: string): string {
  const { origin } = new URL(url)
  return origin === location.origin
    ? `No response from ${origin}. Check that this device is online and the server is running.`
    : `No response from ${origin}. This page may only call its own server, ${location.origin}.`
}
