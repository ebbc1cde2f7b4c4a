/** The photos that are part of the repository's catalogue: the masters, and the versions that the build derives from them. */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '../settings'

export const MASTERS = join(projectRoot, 'prisma/catalogue/photos')
/** Contains `<width>/<name>.<format>` and `preview/<name>.jpg`. */
export const DERIVED = join(projectRoot, 'dist/photos')

/** Changes whenever a master changes. */
export function photoVersion(): string {
  const hash = createHash('sha256')
  for (const name of readdirSync(MASTERS).sort()) hash.update(name).update(readFileSync(join(MASTERS, name)))
  return hash.digest('hex').slice(0, 8)
}
