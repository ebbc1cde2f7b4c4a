/**
 * POST /office/photos: staff upload one photo, with its bytes as the body. With `?for=blue-bowl-2.jpg`, a photo is refused whose file name
 * fits no product, before it is encoded; the mutation `placePhotos` then puts all uploaded photos into galleries. The body needs no
 * multipart parser. The path is not under /api, because uploads are not part of the REST contract.
 */
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { whyNoTarget } from '../../domain/office/products/photos/addPhotos'
import { uploadPhoto } from '../../domain/office/products/photos/uploadPhoto'
import { Actor } from '../../domain/staff/actor'
import { DomainError, invalidInput } from '../../shared/errors'
import { MAX_FILE_NAME } from '../../shared/photos'
import type { Shop } from '../../domain/shop'
import { sendStaffError } from '../staffErrors'

const BYTES_A_MB = 1_000_000
/** A separate scope, because its bodies are not JSON and are larger than any others. */
export async function uploadRoute(app: FastifyInstance): Promise<void> {
  const { shop } = app
  const tooLarge = acceptPhotos(app)
  app.setErrorHandler((error: FastifyError, request, reply) => sendStaffError(error, request, reply, tooLarge))
  app.post('/office/photos', { onRequest: onlyStaff }, async (request, reply) => {
    const actor = await photoActor(request)
    const bytes = photoIn(request)
    const { for: fileName } = request.query as { for?: unknown }
    if (fileName !== undefined) await checkName(shop, fileName)
    return reply.code(201).send(await uploadPhoto(shop, actor, bytes))
  })
}

/** Reads bodies as bytes. Returns the sentence for a photo that is too large. */
export function acceptPhotos(app: FastifyInstance): string {
  const { largestPhotoBytes } = app.shop.settings
  app.limitRequests()
  app.removeAllContentTypeParsers()
  // Accepts any declared type, because the content determines the format.
  app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: largestPhotoBytes }, (_request, body, done) =>
    done(null, body),
  )
  return `The photo is larger than ${largestPhotoBytes / BYTES_A_MB} MB. Please make it smaller.`
}

export const photoIn = ({ body }: FastifyRequest): Buffer => (Buffer.isBuffer(body) ? body : Buffer.alloc(0))

async function checkName({ db }: Shop, fileName: unknown): Promise<void> {
  if (typeof fileName !== 'string' || fileName.length > MAX_FILE_NAME)
    throw invalidInput('for', `A file name has at most ${MAX_FILE_NAME} letters.`)
  const reason = await whyNoTarget(db, fileName)
  if (reason !== null) throw invalidInput('for', reason)
}

/** Checks that the caller is staff before reading the body, so that others cannot fill the shop's memory. */
async function onlyStaff(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  reply.header('cache-control', 'no-store')
  await photoActor(request)
}

/** Throws UNAUTHENTICATED, FORBIDDEN, SECOND_FACTOR_REQUIRED. */
async function photoActor(request: FastifyRequest): Promise<Actor> {
  const caller = await request.findCaller()
  if (!caller) throw new DomainError('UNAUTHENTICATED')
  return Actor.authorize(request.server.shop, caller, 'write_products')
}
