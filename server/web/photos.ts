/** The catalogue's photos: the masters, and the smaller ones in modern formats that the build makes from them. */
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import { projectRoot } from '../settings'
import { TALL_SLIDE } from '../shared/photos'

export const MASTERS = join(projectRoot, 'prisma/catalogue/photos')
/** Holds `<width>/<name>.<format>`. */
export const DERIVED = join(projectRoot, 'dist/photos')

/** Another one whenever a master changes. */
export function photoVersion(): string {
  const hash = createHash('sha256')
  for (const name of readdirSync(MASTERS).sort()) hash.update(name).update(readFileSync(join(MASTERS, name)))
  return hash.digest('hex').slice(0, 8)
}

const FILE = /^([a-z0-9-]+)\.(avif|webp)$/
const WIDTH = /^\d{2,4}$/

export const photos = fp(
  async (app: FastifyInstance) => {
    const current = photoVersion()
    await app.register(fastifyStatic, { root: MASTERS, prefix: '/photos/', index: false, maxAge: '1d' })

    app.get<{ Params: { version: string; width: string; file: string } }>(
      '/photos/:version/:width/:file',
      async ({ params: { version, width, file } }, reply) => {
        const name = FILE.exec(file)?.[1]
        if (!name || !WIDTH.test(width)) return reply.callNotFound()
        // An older or newer page may ask for its own version: it gets what there is, but must not keep it.
        const keeps = version === current ? { maxAge: '1y', immutable: true } : { maxAge: 0 }
        if (existsSync(join(DERIVED, width, file))) return reply.sendFile(join(width, file), DERIVED, keeps)
        // Not built, as in development: the master does as well.
        return reply.sendFile(`${name.replace(TALL_SLIDE.suffix, '')}.webp`, MASTERS, { maxAge: 0 })
      },
    )
  },
  { name: 'photos' },
)
