/** Uploads photos one at a time. */
import { UNREACHABLE } from './sendMutation'
import { sessionToken } from './session/session'
import { XSRF_HEADER, xsrfToken } from './apollo/xsrf'

export interface UploadedPhoto {
  url: string
  width: number
  height: number
}

/** The message can be shown to the user. */
export class UploadError extends Error {
  /** True if the shop refused the file. False if the same file may succeed later, for example when the network is back. */
  readonly isRefused: boolean

  constructor(message: string, { isRefused }: { isRefused: boolean }) {
    super(message)
    this.isRefused = isRefused
  }
}

interface UploadOptions {
  /** Called with 0 to 1. */
  onProgress?: (part: number) => void
  headers?: Record<string, string>
}

/** Longer than a large photo takes on a slow network, and the shop to create its sizes. */
const UPLOAD_MS = 5 * 60_000

/** An XMLHttpRequest, because `fetch` cannot report the progress. */
export function uploadFile<Answer>(
  path: string,
  photo: Blob,
  { onProgress = () => {}, headers = {} }: UploadOptions = {},
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const fail = (message: string, isRefused = false) => reject(new UploadError(message, { isRefused }))
    const request = new XMLHttpRequest()
    request.open('POST', path)
    request.responseType = 'json'
    request.timeout = UPLOAD_MS
    request.setRequestHeader('content-type', photo.type || 'application/octet-stream')
    request.setRequestHeader('authorization', sessionToken() ?? '')
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    const xsrf = xsrfToken()
    if (xsrf) request.setRequestHeader(XSRF_HEADER, xsrf)
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0)
    request.onerror = request.ontimeout = () => fail(UNREACHABLE.message)
    request.onload = () => {
      const answer = request.response as (Answer & { errors?: string[]; requestId?: string }) | null
      if (request.status < 300 && answer) resolve(answer)
      else {
        const message = answer?.errors?.[0] ?? 'The photo could not be kept. Please try again.'
        // The operator can find the failure in the log by this id.
        const traced = answer?.requestId ? `${message} (Request ${answer.requestId})` : message
        fail(traced, [413, 422].includes(request.status))
      }
    }
    request.send(photo)
  })
}
