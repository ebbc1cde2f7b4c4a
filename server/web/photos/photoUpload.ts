/** POST /office/photos: staff upload one photo, with its bytes as the body. */
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { uploadPhoto } from '../../domain/catalogue/photos'
import { Actor } from '../../domain/office/access/actor'
import { DomainError } from '../../shared/errors'
import { sendUploadFailure } from './uploadErrors'

const BYTES_A_MB = 1_000_000
/** A separate scope, because its bodies are not JSON and are larger than any others. */
export async function photoUpload(app: FastifyInstance): Promise<void> {
  const { shop } = app
  const { largestPhotoBytes } = shop.settings
  app.limitRequests()
  app.removeAllContentTypeParsers()
  // Accepts any declared type, because the content determines the format.
  app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: largestPhotoBytes }, (_request, body, done) =>
    done(null, body),
  )
  const tooLarge = `The photo is larger than ${largestPhotoBytes / BYTES_A_MB} MB. Please make it smaller.`
  app.setErrorHandler((error: FastifyError, request, reply) => sendUploadFailure(error, request, reply, tooLarge))
  app.post('/office/photos', { onRequest: onlyStaff }, async (request, reply) => {
    const photo = await uploadPhoto(
      shop,
      await photoActor(request),
      Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
    )
    return reply.code(201).send(photo)
  })
}

/** Checks that the caller is staff before reading the body, so that others cannot fill the shop's memory. */
export async function onlyStaff(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  reply.header('cache-control', 'no-store')
  await photoActor(request)
}

/** Throws UNAUTHENTICATED, FORBIDDEN, SECOND_FACTOR_REQUIRED. */
export async function photoActor(request: FastifyRequest): Promise<Actor> {
  const caller = await request.findCaller()
  if (!caller) throw new DomainError('UNAUTHENTICATED')
  return Actor.authorize(request.server.shop, caller, 'write_products')
}
