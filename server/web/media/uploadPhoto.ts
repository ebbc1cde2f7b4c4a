/**
 * POST /office/photos: staff upload one photo, with its bytes as the body. With `?for=blue-bowl-2.jpg`, the photo also goes to the product
 * and the position that this file name says, by the rule of `npm run photos`. The body needs no multipart parser. The path is not under
 * /api, because uploads are not part of the REST contract.
 */
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { addPhotos } from '../../domain/office/goods/photos/addPhotos'
import { uploadPhoto } from '../../domain/office/goods/photos/uploadPhoto'
import { Actor } from '../../domain/staff/actor'
import { DomainError, invalidInput } from '../../shared/errors'
import { MAX_FILE_NAME, type PlacedFile } from '../../shared/photos'
import type { Shop } from '../../domain/shop'
import { sendUploadError } from './uploadErrors'

const BYTES_A_MB = 1_000_000
/** A separate scope, because its bodies are not JSON and are larger than any others. */
export async function uploadRoute(app: FastifyInstance): Promise<void> {
  const { shop } = app
  const { largestPhotoBytes } = shop.settings
  app.limitRequests()
  app.removeAllContentTypeParsers()
  // Accepts any declared type, because the content determines the format.
  app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: largestPhotoBytes }, (_request, body, done) =>
    done(null, body),
  )
  const tooLarge = `The photo is larger than ${largestPhotoBytes / BYTES_A_MB} MB. Please make it smaller.`
  app.setErrorHandler((error: FastifyError, request, reply) => sendUploadError(error, request, reply, tooLarge))
  app.post('/office/photos', { onRequest: onlyStaff }, async (request, reply) => {
    const actor = await photoActor(request)
    const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
    const { for: fileName } = request.query as { for?: unknown }
    if (fileName === undefined) return reply.code(201).send(await uploadPhoto(shop, actor, bytes))
    if (typeof fileName !== 'string' || fileName.length > MAX_FILE_NAME)
      throw invalidInput('for', `A file name has at most ${MAX_FILE_NAME} letters.`)
    return place(shop, actor, fileName, bytes)
  })
}

/** A file that does not fit is no failure of the call: its reason is part of the list that staff see at the end. */
async function place(shop: Shop, actor: Actor, name: string, bytes: Buffer): Promise<PlacedFile> {
  const { signal } = new AbortController()
  const files = [{ name, size: bytes.length, read: () => Promise.resolve(bytes) }]
  const { placed, refused, ready } = await addPhotos(shop, { files, actor, isDryRun: false, show: false, signal })
  return { outcome: placed[0]?.outcome ?? 'refused', reason: refused[0]?.reason ?? null, ready: ready[0] ?? null }
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
