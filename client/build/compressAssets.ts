/** Compresses the client's files once, harder than a server could for every visitor. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'

const TEXT = /\.(js|css|svg|html|json|txt)$/
/** Below this the headers weigh more than what is saved. */
const SMALLEST_BYTES = 1000

/** Writes `<file>.br` and `<file>.gz` beside each file of text; both at their highest level, as the file is sent a thousand times. */
export async function compressAssets(folder: string): Promise<void> {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => TEXT.test(file))
  await Promise.all(
    files.map(async (file) => {
      const path = join(folder, file)
      const content = readFileSync(path)
      if (content.length < SMALLEST_BYTES) return
      writeFileSync(`${path}.br`, await promisify(brotliCompress)(content))
      writeFileSync(`${path}.gz`, await promisify(gzip)(content, { level: 9 }))
    }),
  )
}
