/** Request bodies: their size before parsing, their encoding, and the maximum nesting of JSON. */
import type { FastifyBodyParser, FastifyInstance, FastifyRequest } from 'fastify'
import { textOf } from '../guards/refusal'
import { RULES } from '../guards/rules'

export const MAX_BODY_BYTES = RULES['bodies.bytes'].most
/** Larger than any body that the pages send. Parsing a larger one may take longer than the rest of the response. */
const LARGE_BYTES = 8 * 1024

/** The size according to the headers. The headers of a chunked body do not state its length, so it counts as the largest accepted size. */
export const bodyBytes = ({ headers }: FastifyRequest): number =>
  headers['transfer-encoding'] === undefined ? Number(headers['content-length'] ?? 0) : MAX_BODY_BYTES

export const hasLargeBody = (request: FastifyRequest): boolean => bodyBytes(request) > LARGE_BYTES

/** No request in either contract is nested deeper than this. */
const DEEPEST = RULES['bodies.depth'].most

/** True if arrays and objects nest deeper than DEEPEST. Reads each character once and ignores brackets within strings. */
function isTooDeep(text: string): boolean {
  let depth = 0
  let isInString = false
  for (let i = 0; i < text.length; i += 1) {
    const character = text.charCodeAt(i)
    if (isInString) {
      if (character === BACKSLASH) i += 1
      else if (character === QUOTE) isInString = false
    } else if (character === QUOTE) isInString = true
    else if (character === OPEN_ARRAY || character === OPEN_OBJECT) {
      depth += 1
      if (depth > DEEPEST) return true
    } else if (character === CLOSE_ARRAY || character === CLOSE_OBJECT) depth -= 1
  }
  return false
}

const [QUOTE, BACKSLASH] = [0x22, 0x5c]
const [OPEN_ARRAY, CLOSE_ARRAY, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d]

/**
 * Wraps the parser with a depth check, because JSON.parse takes 50 ms for 240 KB of brackets. `errorOf` turns the message into the
 * contract's error.
 */
export const shallowJson =
  (parse: FastifyBodyParser<string>, errorOf: (message: string) => Error): FastifyBodyParser<string> =>
  (request, body, done) => {
    if (isTooDeep(body)) done(errorOf(textOf('bodies.depth')))
    else void parse(request, body, done)
  }

export class EncodedBodyError extends Error {
  readonly statusCode = 415
  constructor() {
    super('Send the request body without compression. This server does not support its Content-Encoding.')
  }
}

/** Responds with 415 to compressed bodies, which no route can read. `Accept-Encoding` names what to send instead (RFC 9110). */
export function refuseEncodedBodies(app: FastifyInstance): void {
  app.addHook('preParsing', (request, reply, payload, done) => {
    const encodings = String(request.headers['content-encoding'] ?? '').split(',')
    const isPlain = encodings.every((each) => ['', 'identity'].includes(each.trim().toLowerCase()))
    if (isPlain || bodyBytes(request) === 0) return done(null, payload)
    reply.header('accept-encoding', 'identity')
    done(new EncodedBodyError())
  })
}
