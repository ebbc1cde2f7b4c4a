/**
 * POST /buyer-photos: a buyer uploads one photo for a review or a return, with its bytes as the body. The header `review-link` with the key of
 * a review link takes the place of the token. The mutations `review` and `requestReturn` then take the photo's URL.
 */
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { checkUploader, uploadBuyerPhoto } from '../../domain/buyer-photos/uploadBuyerPhoto'
import type { SignedBuyer } from '../../domain/lockBuyer'
import { UnavailableError } from '../../external/unavailable'
import { FileNotStored } from '../../media/store'
import { DomainError } from '../../shared/errors'
import { TooManyRequests } from '../../http/tooManyRequests'
import { sendStaffError } from '../staffErrors'
import { BuyersUploads } from './buyersUploads'
import { acceptPhotos, photoIn } from './uploadPhoto'

/** The cost of a photo, in the same points as operations: 30 to 130 ms a megapixel. */
const POINTS_A_MEGAPIXEL = 10_000

/** A separate scope, like that of the staff's uploads. */
export async function uploadBuyerPhotoRoute(app: FastifyInstance): Promise<void> {
  const tooLarge = acceptPhotos(app)
  app.setErrorHandler((error: FastifyError, request, reply) =>
    sendStaffError(withoutDisk(error), request, reply, tooLarge),
  )
  const uploads = new BuyersUploads(app.shop.settings.largestPhotoBytes)
  /** Checks the buyer before reading the body, so that others cannot fill the shop's memory. */
  const onlyBuyers = async (request: FastifyRequest, reply: FastifyReply) => {
    reply.header('cache-control', 'no-store')
    await uploads.admit(request, reply, await checkUploader(app.shop, await buyerOf(request)))
  }
  app.post('/buyer-photos', { onRequest: onlyBuyers }, async (request, reply) => {
    const draw = async (megapixels: number) => {
      const { retryAfterSeconds } = await app.drawCost(request, Math.ceil(megapixels * POINTS_A_MEGAPIXEL))
      if (retryAfterSeconds !== null) throw new TooManyRequests(retryAfterSeconds)
    }
    const photo = await uploads.work(request, async () =>
      uploadBuyerPhoto(app.shop, await buyerOf(request), photoIn(request), draw),
    )
    return reply.code(201).send(photo)
  })
}

/** The sentences about the disk are for staff. */
const withoutDisk = (error: FastifyError): FastifyError =>
  error instanceof FileNotStored
    ? (new UnavailableError('the photo was not stored', { cause: error }) as FastifyError)
    : error

async function buyerOf(request: FastifyRequest): Promise<SignedBuyer> {
  const linkKey = request.headers['review-link']
  if (typeof linkKey === 'string') return { linkKey }
  const viewer = await request.findViewer()
  if (!viewer) throw new DomainError('UNAUTHENTICATED')
  return viewer
}
