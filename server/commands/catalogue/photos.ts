/** Finds the photos that the shop has: those included with it, and those that staff uploaded. */
import { existsSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Db } from '../../database/db'
import { MASTERS } from '../../media/cataloguePhotos'
import { photoName } from '../../shared/photos'

/** Checks an address such as /photos/blue-bowl.webp. Uploaded photos are looked up in the database, wherever their files are stored. */
export async function photoFinder({ asset }: Db): Promise<(url: string) => boolean> {
  const uploaded = new Set(
    (await asset.findMany({ where: { kind: 'PHOTO' }, select: { name: true } })).map(({ name }) => name),
  )
  return (url) => uploaded.has(photoName(url) ?? '') || existsSync(join(MASTERS, basename(url)))
}
