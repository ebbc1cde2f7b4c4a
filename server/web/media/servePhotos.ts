/** Serves the catalogue's photos: the masters, the smaller versions that the build makes in modern formats, and uploaded photos. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { DERIVED, MASTERS, photoVersion } from '../../media/cataloguePhotos'
import { fileOf, MASTER_FILE } from '../../media/files'
import { isUploaded, UPLOADED } from '../../shared/photos'

declare module 'fastify' {
  interface FastifyInstance {
    photoVersion: string
  }
}

const FILE = /^([a-z0-9-]+)\.(avif|webp|jpg)$/
const FOLDER = /^(\d{2,4}|preview)$/
const TYPES: Record<string, string> = { avif: 'image/avif', webp: 'image/webp', jpg: 'image/jpeg' }

/** The name is a hash of the content, so the content never changes. */
async function sendUploaded(request: FastifyRequest, reply: FastifyReply, name: string, file: string) {
  const etag = `"${name}/${file}"`
  reply.header('cache-control', 'public, max-age=31536000, immutable').header('etag', etag)
  if (request.headers['if-none-match'] === etag) return reply.code(304).send()
  const bytes = await request.server.shop.media.read(name, file)
  if (!bytes) return reply.removeHeader('cache-control').removeHeader('etag').callNotFound()
  return reply.type(TYPES[file.split('.')[1]!]!).send(bytes)
}

export const servePhotos = fp(
  async (app: FastifyInstance) => {
    const current = photoVersion()
    app.decorate('photoVersion', current)
    await app.register(fastifyStatic, { root: MASTERS, prefix: '/photos/', index: false, maxAge: '1d' })

    app.get<{ Params: { name: string } }>(
      `/photos/:name(^${UPLOADED.prefix}[0-9a-f]+).webp`,
      async (request, reply) => {
        const { name } = request.params
        return isUploaded(name) ? sendUploaded(request, reply, name, MASTER_FILE) : reply.callNotFound()
      },
    )

    app.get<{ Params: { version: string; folder: string; file: string } }>(
      '/photos/:version/:folder/:file',
      async (request, reply) => {
        const { version, folder, file } = request.params
        const [, name, format] = FILE.exec(file) ?? []
        if (!name || !FOLDER.test(folder)) return reply.callNotFound()
        if (isUploaded(name)) return sendUploaded(request, reply, name, fileOf(folder, format!))
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
