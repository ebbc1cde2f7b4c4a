/**
 * POST /office/photos/zip: staff upload a ZIP with photos of many products. The response has one line of JSON per photo, so that no proxy
 * considers the connection dead, and a last line with the result.
 */
import { createWriteStream } from 'node:fs'
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough, Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { FastifyError, FastifyInstance, FastifyRequest } from 'fastify'
import { addPhotos } from '../../domain/office/photos/addPhotos'
import { summaryOf } from '../../domain/office/photos/summary'
import { PhotoNotStored } from '../../photos/store'
import { openZip, type Zip } from '../../photos/zip'
import { DomainError } from '../../shared/errors'
import { onlyStaff, photoActor } from './photoUpload'
import { sendUploadFailure, uploadFailure } from './uploadErrors'

const BYTES_A_MB = 1_000_000
const FOLDER = 'cerashop-zip-'
/** One ZIP per caller, so that a slow upload keeps out only its own sender. Each takes up to PHOTO_ZIP_MAX_MB of disk space. */
const MAX_UPLOADS = 4
/** While a ZIP waits for its turn, a line at this interval keeps the connection from looking dead. */
const WAITING_MS = 10_000
/** Longer than any upload takes, so older folders must be leftovers. */
const LEFT_MS = 60 * 60 * 1000

/** Removes folders that killed servers left behind. */
async function sweep(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const path = join(tmpdir(), name)
    if (name.startsWith(FOLDER) && (await stat(path)).mtimeMs < Date.now() - LEFT_MS)
      await rm(path, { recursive: true, force: true })
  }
}

export async function photoZip(app: FastifyInstance): Promise<void> {
  const { shop } = app
  const { largestZipBytes, largestPhotoBytes } = shop.settings
  const tooLarge = `The ZIP is larger than ${largestZipBytes / BYTES_A_MB} MB. Please use several ZIPs.`
  app.limitRequests()
  await sweep().catch((err: unknown) => app.log.warn({ err }, 'could not remove left ZIP uploads'))
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, body, done) => done(null, body))
  app.setErrorHandler((error: FastifyError, request, reply) => sendUploadFailure(error, request, reply, tooLarge))
  /** The accounts and keys whose ZIPs are being received, are waiting, or are being processed. */
  const senders = new Set<string>()
  let previous: Promise<unknown> = Promise.resolve()

  /** ZIPs are received at the same time, but processed one after another, because decoding photos takes much memory. */
  async function work(request: FastifyRequest, zip: Zip, out: PassThrough): Promise<void> {
    const line = (value: object) => out.writable && out.write(`${JSON.stringify(value)}\n`)
    const waiting = setInterval(() => line({ done: 0, total: zip.files.length }), WAITING_MS)
    const own = previous.then(() => {
      clearInterval(waiting)
      return out.writable ? place(request, zip, out, line) : undefined
    })
    previous = own.catch(() => {})
    return own
  }

  async function place(request: FastifyRequest, zip: Zip, out: PassThrough, line: (value: object) => unknown) {
    const actor = await photoActor(request)
    const stop = new AbortController()
    out.once('close', () => stop.abort())
    const onProgress = (done: number, total: number) => void line({ done, total })
    const asked = { isDryRun: false, show: false }
    const added = await addPhotos(shop, { ...asked, files: zip.files, actor, signal: stop.signal, onProgress })
    line({ summary: summaryOf(added, asked), refused: added.refused, ready: added.ready })
  }

  app.post('/office/photos/zip', { onRequest: onlyStaff }, async (request, reply) => {
    const { id } = await photoActor(request)
    if (senders.has(id) || senders.size >= MAX_UPLOADS)
      throw new DomainError('TOO_MANY_ATTEMPTS', {
        message: 'Another ZIP is being processed right now. Please try again in a minute.',
        retryAfterSeconds: 60,
      })
    senders.add(id)
    let folder: string | null = null
    const end = async () => {
      senders.delete(id)
      if (folder) await rm(folder, { recursive: true, force: true })
    }
    try {
      folder = await mkdtemp(join(tmpdir(), FOLDER))
      const path = join(folder, 'photos.zip')
      await receive(request, path, largestZipBytes)
      const zip = await openZip(path, { zipBytes: largestZipBytes, fileBytes: largestPhotoBytes })
      // The open file stays readable, and a server that is killed leaves nothing behind. Windows does not allow this; there, end() removes
      // the folder.
      await rm(folder, { recursive: true, force: true }).catch(() => {})
      const out = new PassThrough()
      void work(request, zip, out)
        .catch((error: FastifyError) => {
          if (out.writable) out.write(`${JSON.stringify(uploadFailure(error, request, tooLarge).body)}\n`)
        })
        .finally(async () => {
          zip.close()
          await end().catch((err: unknown) => request.log.warn({ err }, 'could not remove an uploaded ZIP'))
          out.end()
        })
      // Without this header, nginx would buffer the lines.
      return await reply.type('application/x-ndjson').header('x-accel-buffering', 'no').send(out)
    } catch (error) {
      await end()
      throw error
    }
  })
}

const refusal = (status: number, message: string): Error => Object.assign(new Error(message), { statusCode: status })

/** Writes the body to a file that only this user can read. */
async function receive({ body, headers }: FastifyRequest, path: string, most: number): Promise<void> {
  if (Number(headers['content-length'] ?? 0) > most) throw refusal(413, 'too large')
  if (!(body instanceof Readable)) throw refusal(400, 'The request contains no ZIP file.')
  let length = 0
  const counted = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      length += chunk.length
      if (length > most) done(refusal(413, 'too large'))
      else done(null, chunk)
    },
  })
  body.once('close', () => {
    if (!body.readableEnded) counted.destroy(refusal(400, 'The upload was interrupted.'))
  })
  try {
    // The body is not part of the pipeline, which would destroy it after a failure. Node would then never read the rest of the body, and
    // the connection's next request would wait behind it.
    await pipeline(body.pipe(counted), createWriteStream(path, { flags: 'wx', mode: 0o600 }))
  } catch (error) {
    body.resume()
    const { code = '' } = error as NodeJS.ErrnoException
    if (['ENOSPC', 'EDQUOT'].includes(code)) throw new PhotoNotStored(error)
    throw error
  }
}
