/** Which photos the shop has: those that came with it, and those that were uploaded. */
import { existsSync } from 'node:fs'
import { basename, join } from 'node:path'
import { projectRoot } from '../../settings'

const MASTERS = join(projectRoot, 'prisma/catalogue/photos')

/** `url` is like /photos/blue-bowl.webp. */
export const photoFinder =
  (dataDir: string) =>
  (url: string): boolean =>
    [MASTERS, join(dataDir, 'photos')].some((folder) => existsSync(join(folder, basename(url))))
