/** POST /office/photos: staff upload one photo, with its bytes as the body. */
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { uploadPhoto } from '../domain/catalogue/photos'
import { requireStaff } from '../domain/office/staff'
import { sendUploadFailure } from './uploadErrors'

const BYTES_A_MB = 1_000_000
/** A separate scope, because its bodies are not JSON and are larger than any others. */
export async function photoUpload(app: FastifyInstance): Promise<void> {
  const { shop } = app
  const { largestPhotoBytes } = shop.settings
  app.limitRequests()
  app.removeAllContentTypeParsers()
  // Accepts any declared type, because the content decides the format.
  app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: largestPhotoBytes }, (_request, body, done) =>
    done(null, body),
  )
  const tooLarge = `The photo is larger than ${largestPhotoBytes / BYTES_A_MB} MB: please make it smaller.`
  app.setErrorHandler((error: FastifyError, request, reply) => sendUploadFailure(error, request, reply, tooLarge))
  app.post('/office/photos', { onRequest: onlyStaff }, async (request, reply) => {
    const { id } = await request.requireViewer()
    const photo = await uploadPhoto(shop, id, Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0))
    return reply.code(201).send(photo)
  })
}

/** Checks that the caller is staff before reading the body, so that others cannot make the shop hold so many bytes. */
export async function onlyStaff(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  reply.header('cache-control', 'no-store')
  await requireStaff(request.server.shop.db, (await request.requireViewer()).id)
}
