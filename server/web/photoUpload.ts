/** POST /office/photos: staff upload one photo, with its bytes as the body. */
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { uploadPhoto } from '../domain/catalogue/photos'
import { requireStaff } from '../domain/office/staff'
import { HTTP_STATUS, UNAVAILABLE_MESSAGE, UNEXPECTED_MESSAGE } from '../shared/contract/errors'
import { DomainError } from '../shared/errors'
import { TooManyRequests } from '../limits/tooManyRequests'
import { PhotoNotStored } from '../photos/store'
import { isUnavailable, RETRY_AFTER_SECONDS } from '../http/unavailable'

const BYTES_A_MB = 1_000_000
/** Failures of the shop's own disk. Only staff read these answers. */
const FULL = {
  status: 507,
  code: 'PHOTO_STORE_FULL',
  message: "The photo was not stored: the shop's disk is full. Ask your operator to free space, then upload it again.",
}
const NOT_WRITABLE = {
  status: 503,
  code: 'PHOTO_STORE_UNAVAILABLE',
  message:
    'The photo was not stored: the shop cannot write to its disk. Ask your operator to check it, then upload it again.',
}

/** A separate scope: its bodies are not JSON, and larger than any other. */
export async function photoUpload(app: FastifyInstance): Promise<void> {
  const { shop } = app
  const { largestPhotoBytes } = shop.settings
  app.limitRequests()
  app.removeAllContentTypeParsers()
  // Accepts any declared type: the content decides the format.
  app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: largestPhotoBytes }, (_request, body, done) =>
    done(null, body),
  )
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const { status, code, message, retryAfterSeconds } = answerTo(error, largestPhotoBytes)
    if (status === 500) request.log.error({ err: error }, 'unexpected failure')
    if (status === 503 || status === 507) request.log.warn({ err: error }, 'could not keep a photo for the moment')
    if (retryAfterSeconds !== undefined) reply.header('retry-after', retryAfterSeconds)
    // The operator finds a failure in the log by its request's id.
    const traces = status >= 500 ? { requestId: request.id } : {}
    return reply.code(status).send({ errors: [message], ...(code && { code }), ...traces })
  })
  /** Checks for staff before reading the body, because other callers must not make the shop hold so many bytes. */
  const onRequest = async (request: FastifyRequest, reply: FastifyReply) => {
    reply.header('cache-control', 'no-store')
    await requireStaff(shop.db, (await request.requireViewer()).id)
  }
  app.post('/office/photos', { onRequest }, async (request, reply) => {
    const { id } = await request.requireViewer()
    const photo = await uploadPhoto(shop, id, Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0))
    return reply.code(201).send(photo)
  })
}

interface Answer {
  status: number
  code?: string
  message: string
  retryAfterSeconds?: number | undefined
}

function answerTo(error: FastifyError, largest: number): Answer {
  if (error instanceof DomainError) {
    const { code, message, retryAfterSeconds } = error
    return { status: HTTP_STATUS[code], code, message, retryAfterSeconds }
  }
  if (error instanceof TooManyRequests) {
    const { statusCode: status, message, retryAfterSeconds } = error
    return { status, message, retryAfterSeconds }
  }
  if (error.statusCode === 413)
    return { status: 413, message: `The photo is larger than ${largest / BYTES_A_MB} MB: please make it smaller.` }
  if (error instanceof PhotoNotStored) return error.isFull ? FULL : NOT_WRITABLE
  if (isUnavailable(error))
    return {
      status: 503,
      code: 'SERVICE_UNAVAILABLE',
      message: UNAVAILABLE_MESSAGE,
      retryAfterSeconds: RETRY_AFTER_SECONDS,
    }
  const isRefused = error.statusCode !== undefined && error.statusCode < 500
  return isRefused
    ? { status: error.statusCode!, message: error.message }
    : { status: 500, message: UNEXPECTED_MESSAGE }
}
