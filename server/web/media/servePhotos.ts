/** Serves the catalogue's photos: the masters, the smaller versions that the build makes in modern formats, and uploaded photos. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { LRUCache } from 'lru-cache'
import { SHOWN_REVIEW } from '../../domain/reviews/reviewCounts'
import { DERIVED, MASTERS, photoVersion } from '../../media/cataloguePhotos'
import { fileOf, MASTER_FILE } from '../../media/files'
import type { Shop } from '../../domain/shop'
import { isUploaded, PHOTO_KEY, photoUrl, UPLOADED } from '../../shared/photos'

declare module 'fastify' {
  interface FastifyInstance {
    photoVersion: string
  }
}

const FILE = /^([a-z0-9-]+)\.(avif|webp|jpg)$/
const FOLDER = /^(\d{2,4}|preview)$/
const TYPES: Record<string, string> = { avif: 'image/avif', webp: 'image/webp', jpg: 'image/jpeg' }

/** The name is a hash of the content, so the content never changes. */
const FOR_EVERYBODY = 'public, max-age=31536000, immutable'
/** A buyer's photo. Short, because staff may hide the review and the author may withdraw it. */
const WHILE_SHOWN = 'public, max-age=3600'
const FOR_ONE = 'private, no-store'

/** How browsers and proxies may keep the photo; null if the request may not see it. */
type Keeping = (shop: Shop, name: string, key: unknown) => Promise<string | null>

/** Shoppers see a buyer's photo while a shown review has it. With a signature the buyer and staff see it at any time. */
function rememberKinds(): Keeping {
  /** The photos that staff uploaded. The kind of a photo never changes. */
  const ofStaff = new LRUCache<string, true>({ max: 10_000 })
  return async ({ db, photoLinks }, name, key) => {
    if (ofStaff.has(name)) return FOR_EVERYBODY
    const asset = await db.asset.findUnique({ where: { name }, select: { kind: true } })
    if (asset?.kind === 'PHOTO') {
      ofStaff.set(name, true)
      return FOR_EVERYBODY
    }
    if (asset?.kind !== 'REVIEW_PHOTO') return null
    if (photoLinks.allows(key, name)) return FOR_ONE
    const shown = { imageUrl: photoUrl(name), review: SHOWN_REVIEW }
    return (await db.reviewPhoto.findFirst({ where: shown, select: { position: true } })) && WHILE_SHOWN
  }
}

async function sendUploaded(
  keepingOf: Keeping,
  request: FastifyRequest,
  reply: FastifyReply,
  name: string,
  file: string,
) {
  const { [PHOTO_KEY]: key } = request.query as Record<string, unknown>
  const keeping = await keepingOf(request.server.shop, name, key)
  if (keeping === null) return reply.callNotFound()
  const etag = `"${name}/${file}"`
  reply.header('cache-control', keeping).header('etag', etag)
  if (request.headers['if-none-match'] === etag) return reply.code(304).send()
  const bytes = await request.server.shop.media.read(name, file)
  if (!bytes) return reply.removeHeader('cache-control').removeHeader('etag').callNotFound()
  return reply.type(TYPES[file.split('.')[1]!]!).send(bytes)
}

export const servePhotos = fp(
  async (app: FastifyInstance) => {
    const current = photoVersion()
    const keepingOf = rememberKinds()
    app.decorate('photoVersion', current)
    await app.register(fastifyStatic, { root: MASTERS, prefix: '/photos/', index: false, maxAge: '1d' })

    app.get<{ Params: { name: string } }>(
      `/photos/:name(^${UPLOADED.prefix}[0-9a-f]+).webp`,
      async (request, reply) => {
        const { name } = request.params
        return isUploaded(name) ? sendUploaded(keepingOf, request, reply, name, MASTER_FILE) : reply.callNotFound()
      },
    )

    app.get<{ Params: { version: string; folder: string; file: string } }>(
      '/photos/:version/:folder/:file',
      async (request, reply) => {
        const { version, folder, file } = request.params
        const [, name, format] = FILE.exec(file) ?? []
        if (!name || !FOLDER.test(folder)) return reply.callNotFound()
        if (isUploaded(name)) return sendUploaded(keepingOf, request, reply, name, fileOf(folder, format!))
        // A page from another version gets the current photo, which browsers must not cache.
        const keeps = version === current ? { maxAge: '1y', immutable: true } : { maxAge: 0 }
        if (existsSync(join(DERIVED, folder, file))) return reply.sendFile(join(folder, file), DERIVED, keeps)
        // Without a build, as in development, sends the master instead.
        return reply.sendFile(`${name}.webp`, MASTERS, { maxAge: 0 })
      },
    )
  },
  { name: 'servePhotos' },
)
