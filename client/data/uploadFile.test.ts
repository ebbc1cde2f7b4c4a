import { afterEach, expect, it, vi } from 'vitest'
import { UNREACHABLE } from './sendMutation'
import { uploadFile } from './uploadFile'

afterEach(() => vi.unstubAllGlobals())

it.each(['onerror', 'ontimeout'] as const)('an upload may be repeated after %s', async (event) => {
  const sent: XMLHttpRequest[] = []
  class Request {
    upload = {}
    timeout = 0
    open() {}
    setRequestHeader() {}
    send() {
      sent.push(this as unknown as XMLHttpRequest)
    }
  }
  vi.stubGlobal('XMLHttpRequest', Request)
  vi.stubGlobal('document', { cookie: '' })
  vi.stubGlobal('localStorage', { getItem: () => null })
  const upload = uploadFile('/office/photos', new Blob(['photo']))
  const [request] = sent
  // Without a limit, a connection that is silently lost would never end the upload.
  expect(request!.timeout).toBeGreaterThan(0)
  request![event]!({} as ProgressEvent)
  await expect(upload).rejects.toMatchObject({ message: UNREACHABLE.message, isRefused: false })
})
