/** Uploads one photo and reports the progress, which `fetch` cannot do. */
import { UNREACHABLE } from '../sendMutation'
import { sessionToken } from '../session/session'
import { XSRF_HEADER, xsrfToken } from '../apollo/xsrf'

export interface UploadedPhoto {
  url: string
  width: number
  height: number
}

/**
 * Progress ranges from 0 to 1 and covers only the upload, not the time that the server needs to create the sizes. Rejects with a message
 * that can be shown to the user.
 */
export function uploadPhoto(photo: Blob, onProgress: (part: number) => void): Promise<UploadedPhoto> {
  return new Promise((resolve, reject) => {
    const fail = (message: string) => reject(new Error(message))
    const request = new XMLHttpRequest()
    request.open('POST', '/office/photos')
    request.responseType = 'json'
    request.setRequestHeader('content-type', photo.type || 'application/octet-stream')
    request.setRequestHeader('authorization', sessionToken() ?? '')
    const xsrf = xsrfToken()
    if (xsrf) request.setRequestHeader(XSRF_HEADER, xsrf)
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0)
    request.onerror = () => fail(UNREACHABLE.message)
    request.onload = () => {
      const answer = request.response as (UploadedPhoto & { errors?: string[]; requestId?: string }) | null
      if (request.status === 201 && answer) resolve(answer)
      else {
        const message = answer?.errors?.[0] ?? 'The photo could not be kept. Please try again.'
        // The operator can find the failure in the log by this id.
        fail(answer?.requestId ? `${message} (Request ${answer.requestId})` : message)
      }
    }
    request.send(photo)
  })
}
