/** The files in a ZIP archive. Their names are used only as text: nothing is unpacked to disk. */
import { read } from 'node:fs'
import { open, type FileHandle } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { fromRandomAccessReaderPromise, RandomAccessReader, type Entry, type ZipFile } from 'yauzl'
import { invalidInput } from '../shared/errors'
import { UnreadableFile, type PhotoFile } from './photoFile'

/** ZIP hardly compresses photos, so the extracted files are about as large as the ZIP. */
const MOST_FILES = 2_000
const MOST_TIMES_LARGER = 3

interface Limits {
  /** The size limit of the ZIP. */
  zipBytes: number
  /** The size limit of one file. */
  fileBytes: number
}

export interface Zip {
  files: PhotoFile[]
  close(): void
}

const refuse = (sentence: string) => invalidInput('zip', sentence)

/** Throws INVALID_INPUT for a damaged ZIP, and for one with too many files or bytes. */
export async function openZip(path: string, { zipBytes, fileBytes }: Limits): Promise<Zip> {
  const file = await open(path)
  const { size } = await file.stat()
  const options = { lazyEntries: true, autoClose: false }
  const zip = await fromRandomAccessReaderPromise(new BoundedFile(file, size), size, options).catch(async () => {
    await file.close().catch(() => {})
    throw refuse('This is not a ZIP file, or it is damaged.')
  })
  try {
    if (zip.entryCount > MOST_FILES) throw refuse(`The ZIP has more than ${MOST_FILES} files. Please use several ZIPs.`)
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

/**
 * Rejects offsets outside the file, which a damaged ZIP may contain. For the largest ones, Node throws where no caller can catch the error.
 */
class BoundedFile extends RandomAccessReader {
  constructor(
    private readonly file: FileHandle,
    private readonly size: number,
  ) {
    super()
  }

  override _readStreamForRange(start: number, end: number): Readable {
    return Readable.from(this.chunks(start, end), { objectMode: false })
  }

  /** Node's own file stream would close the file when the stream is destroyed. */
  private async *chunks(start: number, end: number): AsyncGenerator<Buffer> {
    if (!this.contains(start, end - start)) throw OUTSIDE
    for (let position = start; position < end;) {
      const chunk = Buffer.allocUnsafe(Math.min(CHUNK, end - position))
      const { bytesRead } = await this.file.read({ buffer: chunk, position })
      if (bytesRead === 0) throw OUTSIDE
      yield chunk.subarray(0, bytesRead)
      position += bytesRead
    }
  }

  override read(
    buffer: Buffer,
    offset: number,
    length: number,
    position: number,
    callback: (error: Error | null, bytes?: number) => void,
  ): void {
    if (this.contains(position, length)) read(this.file.fd, buffer, offset, length, position, callback)
    else setImmediate(callback, OUTSIDE)
  }

  override close(callback: (error: Error | null) => void): void {
    this.file.close().then(() => callback(null), callback)
  }

  private contains(start: number, length: number): boolean {
    return Number.isSafeInteger(start) && start >= 0 && length >= 0 && start + length <= this.size
  }
}

const CHUNK = 65_536
const OUTSIDE = new RangeError('The ZIP file is damaged.')

/** Excludes folders and the files that macOS adds. */
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
  if (!entry.canDecodeFileData()) throw new UnreadableFile('is encrypted or has an unsupported compression')
  const chunks: Buffer[] = []
  let length = 0
  try {
    // yauzl fails if the entry's actual size differs from its header.
    for await (const chunk of await zip.openReadStreamPromise(entry)) {
      chunks.push(chunk as Buffer)
      length += (chunk as Buffer).length
      if (length > most) throw new UnreadableFile('is larger than the ZIP states')
    }
  } catch (error) {
    throw error instanceof UnreadableFile ? error : new UnreadableFile('is damaged in the ZIP')
  }
  return Buffer.concat(chunks)
}
