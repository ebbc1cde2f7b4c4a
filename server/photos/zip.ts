/** The files of a ZIP archive. Their names are texts only: nothing is unpacked to a disk. */
import type { Entry, ZipFile } from 'yauzl'
import { invalidInput } from '../shared/errors'
import { UnreadableFile, type PhotoFile } from './photoFile'

/** Photos hardly shrink in a ZIP, so the files are about as large as the ZIP. */
const MOST_FILES = 2_000
const MOST_TIMES_LARGER = 3

interface Limits {
  /** The limit of the ZIP. */
  zipBytes: number
  /** The limit of one file. */
  fileBytes: number
}

export interface Zip {
  files: PhotoFile[]
  close(): void
}

const refuse = (sentence: string) => invalidInput('zip', sentence)

/** Throws INVALID_INPUT for a damaged ZIP, and for one with too many files or bytes. */
export async function openZip(path: string, { zipBytes, fileBytes }: Limits): Promise<Zip> {
  const { openPromise } = await import('yauzl')
  const zip = await openPromise(path, { lazyEntries: true, autoClose: false }).catch(() => {
    throw refuse('This is no ZIP file, or it is damaged.')
  })
  try {
    if (zip.entryCount > MOST_FILES) throw refuse(`The ZIP has more than ${MOST_FILES} files: please use several ZIPs.`)
    const entries = await entriesOf(zip)
    const bytes = entries.reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0)
    if (bytes > zipBytes * MOST_TIMES_LARGER)
      throw refuse(`The files of the ZIP have more than ${(zipBytes * MOST_TIMES_LARGER) / 1_000_000} MB together.`)
    const files = entries.map((entry) => ({
      name: entry.fileName,
      size: entry.uncompressedSize,
      read: () => readEntry(zip, entry, fileBytes),
    }))
    return { files, close: () => zip.close() }
  } catch (error) {
    zip.close()
    throw error
  }
}

/** Without folders and the files that macOS adds. */
async function entriesOf(zip: ZipFile): Promise<Entry[]> {
  const entries: Entry[] = []
  try {
    for await (const entry of zip.eachEntry()) if (!/\/$|^__MACOSX\//.test(entry.fileName)) entries.push(entry)
  } catch {
    throw refuse('The list of files in the ZIP is damaged.')
  }
  return entries
}

async function readEntry(zip: ZipFile, entry: Entry, most: number): Promise<Buffer> {
  if (!entry.canDecodeFileData()) throw new UnreadableFile('is encrypted, or compressed in a way that cannot be read')
  const chunks: Buffer[] = []
  let length = 0
  try {
    // yauzl fails if there are more or fewer bytes than the entry says.
    for await (const chunk of await zip.openReadStreamPromise(entry)) {
      chunks.push(chunk as Buffer)
      length += (chunk as Buffer).length
      if (length > most) throw new UnreadableFile('is larger than it says')
    }
  } catch (error) {
    throw error instanceof UnreadableFile ? error : new UnreadableFile('is damaged in the ZIP')
  }
  return Buffer.concat(chunks)
}
