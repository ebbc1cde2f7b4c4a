/** Uploads a ZIP with photos of many products. The response is streamed, one line per photo. */
import { UNREACHABLE } from '../sendMutation'
import { sessionToken } from '../session/session'
import { XSRF_HEADER, xsrfToken } from '../apollo/xsrf'

export interface ZipResult {
  /** Sentences that describe the changes. */
  summary: string[]
  /** The files that were not used. */
  refused: { name: string; reason: string }[]
}

export interface ZipProgress {
  stage: 'Sending' | 'Making the sizes'
  done: number
  total: number
}

interface Failure {
  errors: string[]
  requestId?: string
}

type Line = ZipResult | Failure | { done: number; total: number }

const messageOf = ({ errors, requestId }: Failure): string =>
  // The operator can find the failure in the log by this id.
  [errors[0], ...(requestId ? [`(Request ${requestId})`] : [])].join(' ')

/** Rejects with a message that can be shown to the user. */
export function uploadZip(zip: Blob, onProgress: (progress: ZipProgress) => void): Promise<ZipResult> {
  return new Promise((resolve, reject) => {
    const fail = (message: string) => reject(new Error(message))
    const request = new XMLHttpRequest()
    request.open('POST', '/office/photos/zip')
    request.setRequestHeader('content-type', 'application/zip')
    request.setRequestHeader('authorization', sessionToken() ?? '')
    const xsrf = xsrfToken()
    if (xsrf) request.setRequestHeader(XSRF_HEADER, xsrf)
    request.upload.onprogress = ({ loaded, total }) => onProgress({ stage: 'Sending', done: loaded, total })
    request.onprogress = () => {
      const line = lastLine(request.responseText)
      if (line && 'done' in line) onProgress({ stage: 'Making the sizes', ...line })
    }
    request.onerror = () => fail(UNREACHABLE.message)
    request.onload = () => {
      const line = lastLine(request.responseText)
      if (line && 'summary' in line) resolve(line)
      else fail(line && 'errors' in line ? messageOf(line) : 'The photos could not be added. Please try again.')
    }
    request.send(zip)
  })
}

/** The last complete line, or null if there is none. */
function lastLine(text: string): Line | null {
  const line =
    text
      .slice(0, text.lastIndexOf('\n') + 1)
      .trimEnd()
      .split('\n')
      .at(-1) || text
  try {
    return JSON.parse(line) as Line
  } catch {
    return null
  }
}
