/** The catalogue's photos: the masters, and the smaller ones in modern formats that the build makes from them. */
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import { projectRoot } from '../settings'

declare module 'fastify' {
  interface FastifyInstance {
    photoVersion: string
  }
}

export const MASTERS = join(projectRoot, 'prisma/catalogue/photos')
/** Holds `<width>/<name>.<format>` and `preview/<name>.jpg`. */
export const DERIVED = join(projectRoot, 'dist/photos')

/** Another one whenever a master changes. */
export function photoVersion(): string {
  const hash = createHash('sha256')
  for (const name of readdirSync(MASTERS).sort()) hash.update(name).update(readFileSync(join(MASTERS, name)))
  return hash.digest('hex').slice(0, 8)
}

const FILE = /^([a-z0-9-]+)\.(avif|webp|jpg)$/
const FOLDER = /^(\d{2,4}|preview)$/

export const photos = fp(
  async (app: FastifyInstance) => {
    const current = photoVersion()
    app.decorate('photoVersion', current)
    await app.register(fastifyStatic, { root: MASTERS, prefix: '/photos/', index: false, maxAge: '1d' })

    app.get<{ Params: { version: string; folder: string; file: string } }>(
      '/photos/:version/:folder/:file',
      async ({ params: { version, folder, file } }, reply) => {
        const name = FILE.exec(file)?.[1]
        if (!name || !FOLDER.test(folder)) return reply.callNotFound()
        // An older or newer page may ask for its own version: it gets what there is, but must not keep it.
        const keeps = version === current ? { maxAge: '1y', immutable: true } : { maxAge: 0 }
        if (existsSync(join(DERIVED, folder, file))) return reply.sendFile(join(folder, file), DERIVED, keeps)
        // Not built, as in development: the master does as well.
        return reply.sendFile(`${name}.webp`, MASTERS, { maxAge: 0 })
      },
    )
  },
  { name: 'photos' },
)
