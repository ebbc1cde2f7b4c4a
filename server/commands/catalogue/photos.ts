/** Which photos the shop has: those that came with it, and those that staff uploaded. */
import { existsSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Db } from '../../database/client'
import { projectRoot } from '../../settings'
import { photoName } from '../../shared/photos'

const MASTERS = join(projectRoot, 'prisma/catalogue/photos')

/** Of an address like /photos/blue-bowl.webp. Where the files of uploaded ones lie is no matter: the database knows them. */
export async function photoFinder({ photo }: Db): Promise<(url: string) => boolean> {
  const uploaded = new Set((await photo.findMany({ select: { name: true } })).map(({ name }) => name))
  return (url) => uploaded.has(photoName(url) ?? '') || existsSync(join(MASTERS, basename(url)))
}
