/**
 * The responses of the office's routes for files: a sentence for staff, a code, and, for internal failures, the request's id. Photos
 * and invoices use it.
 */
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { HTTP_STATUS, UNAVAILABLE_MESSAGE, UNEXPECTED_MESSAGE } from '../shared/contract/errors'
import { DomainError } from '../shared/errors'
import { TooManyRequests } from '../http/tooManyRequests'
import { FileNotStored } from '../media/store'
import { isUnavailable, RETRY_AFTER_SECONDS } from '../external/unavailable'

/** Failures of the shop's own disk. Only staff read these responses. */
const FULL = {
  status: 507,
  code: 'PHOTO_STORE_FULL',
  message: 'The photo was not stored because the disk is full. Ask your operator to free space, then upload it again.',
}
const NOT_WRITABLE = {
  status: 503,
  code: 'PHOTO_STORE_UNAVAILABLE',
  message:
    'The photo was not stored because the disk cannot be written. Ask your operator to check it, then upload it again.',
}

/** Logs internal failures. `tooLarge` is the sentence for 413. */
function staffError(error: FastifyError, request: FastifyRequest, tooLarge: string) {
  const { status, code, message, retryAfterSeconds } = answerTo(error, tooLarge)
  if (status === 500) request.log.error({ err: error }, 'unexpected failure')
  if (status === 503 || status === 507) request.log.warn({ err: error }, 'the office’s request failed')
  // The operator can find the failure in the log by its request id.
  const traces = status >= 500 ? { requestId: request.id } : {}
  return { status, retryAfterSeconds, body: { errors: [message], ...(code && { code }), ...traces } }
}

export function sendStaffError(
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
  tooLarge = error.message,
) {
  const { status, retryAfterSeconds, body } = staffError(error, request, tooLarge)
  if (retryAfterSeconds !== undefined) reply.header('retry-after', retryAfterSeconds)
  return reply.code(status).send(body)
}

interface Answer {
  status: number
  code?: string
  message: string
  retryAfterSeconds?: number | undefined
}

function answerTo(error: FastifyError, tooLarge: string): Answer {
  if (error instanceof DomainError) {
    const { code, message, retryAfterSeconds } = error
    return { status: HTTP_STATUS[code], code, message, retryAfterSeconds }
  }
  if (error instanceof TooManyRequests) {
    const { statusCode: status, message, retryAfterSeconds } = error
    return { status, message, retryAfterSeconds }
  }
  if (error.statusCode === 413) return { status: 413, message: tooLarge }
  if (error instanceof FileNotStored) return error.isFull ? FULL : NOT_WRITABLE
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
