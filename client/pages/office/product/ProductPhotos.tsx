/**
 * A product's photos. Staff drop, paste or choose them, and each is uploaded immediately. Staff describe them, and
 * reorder them with buttons or by dragging.
 */
import { useEffect, useId, useRef, useState, type DragEvent } from 'react'
import { GOODS_LIMITS } from '../../../../server/shared/goods'
import { Button } from '../../../components/Button'
import { Field } from '../../../components/form/Field'
import { uploadPhoto } from '../../../data/office/photoUpload'
import { UploadError } from '../../../data/uploadFile'
import kit from '../kit/kit.module.css'
import styles from './ProductPhotos.module.css'
import form from '../../../components/form/FormDialog.module.css'
import type { DraftPhoto } from './productDraft'

interface ProductPhotosProps {
  photos: DraftPhoto[]
  /** Takes a function that receives the current photos, because an upload may finish at any time. */
  onChange: (change: (photos: DraftPhoto[]) => DraftPhoto[]) => void
  error: string | undefined
  onUploads: (uploads: Uploads) => void
}

/** The numbers of photos that are on their way, and of those that the shop does not have. */
export interface Uploads {
  sending: number
  failed: number
}

interface Upload {
  id: number
  name: string
  /** The uploaded fraction, from 0 to 1. At 1, the server is creating the photo's sizes. */
  part: number
  error: string | null
  /** False if the shop refused the file itself. */
  mayRetry?: boolean
  file: File
}

let lastUpload = 0

export function ProductPhotos({ photos, onChange, error, onUploads }: ProductPhotosProps) {
  const [uploads, setUploads] = useState<Upload[]>([])
  const sending = uploads.filter((upload) => upload.error === null).length
  const failed = uploads.length - sending
  useEffect(() => onUploads({ sending, failed }), [sending, failed, onUploads])
  const [isOver, setOver] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const id = useId()
  const update = (upload: number, change: Partial<Upload> | null) =>
    setUploads((all) => all.flatMap((one) => (one.id !== upload ? [one] : change ? [{ ...one, ...change }] : [])))

  const send = async (upload: Upload) => {
    update(upload.id, { part: 0, error: null })
    try {
      const photo = await uploadPhoto(upload.file, (part) => update(upload.id, { part }))
      onChange((now) => (now.some(({ url }) => url === photo.url) ? now : [...now, { ...photo, alt: '' }]))
      update(upload.id, null)
    } catch (cause) {
      const mayRetry = !(cause instanceof UploadError && cause.isRefused)
      update(upload.id, { error: (cause as Error).message, mayRetry })
    }
  }
  /** Uploads the photos one at a time, because the server creates all sizes of each. */
  const add = async (files: Iterable<File>) => {
    const next = [...files].map((file): Upload => {
      lastUpload += 1
      return { id: lastUpload, name: file.name, part: 0, error: null, file }
    })
    setUploads((all) => [...all, ...next])
    for (const upload of next) await send(upload)
  }
  const drop = (event: DragEvent) => {
    setOver(false)
    if (event.dataTransfer.files.length === 0) return
    event.preventDefault()
    void add(event.dataTransfer.files)
  }
  return (
    <section
      className={styles.photos}
      aria-labelledby={id}
      onPaste={({ clipboardData: { files } }) => files.length > 0 && void add(files)}
    >
      <h2 id={id}>Photos</h2>
      <div
        className={styles.drop}
        data-over={isOver || undefined}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <p>Drop photos here, paste one, or choose files. Each side needs at least 800 pixels.</p>
        <Button look="quiet" onClick={() => input.current?.click()}>
          Choose photos
        </Button>
        <input
          ref={input}
          type="file"
          accept="image/jpeg,image/png,image/webp,image/avif"
          multiple
          hidden
          aria-label="Photos"
          onChange={({ target }) => {
            void add(target.files ?? [])
            target.value = ''
          }}
        />
      </div>
      <ul className={styles.uploads} aria-live="polite">
        {uploads.map((upload) => (
          <li key={upload.id}>
            <span>{upload.name}</span>
            {upload.error ? (
              <>
                <span className={form.error}>{upload.error}</span>
                {upload.mayRetry && (
                  <Button look="bare" onClick={() => void send(upload)}>
                    Retry
                  </Button>
                )}
                <Button look="bare" onClick={() => update(upload.id, null)}>
                  Skip
                </Button>
              </>
            ) : (
              <>
                <progress
                  aria-label={`Sending ${upload.name}`}
                  // No value once the upload is complete, because the server is creating the sizes.
                  {...(upload.part < 1 && { value: upload.part })}
                />
                <span className={kit.quiet}>{upload.part < 1 ? 'Sending' : 'Processing'}</span>
              </>
            )}
          </li>
        ))}
      </ul>
      {photos.length > GOODS_LIMITS.images && (
        <p role="alert" className={form.error}>
          A product can have at most {GOODS_LIMITS.images} photos.
        </p>
      )}
      {error && (
        <p role="alert" className={form.error}>
          {error}
        </p>
      )}
      <Order photos={photos} onChange={onChange} hasError={error !== undefined} />
    </section>
  )
}

interface OrderProps extends Pick<ProductPhotosProps, 'photos' | 'onChange'> {
  hasError: boolean
}

function Order({ photos, onChange, hasError }: OrderProps) {
  const [dragged, setDragged] = useState<number | null>(null)
  const move = (from: number, to: number) =>
    onChange((now) => {
      const rest = now.filter((_, i) => i !== from)
      return [...rest.slice(0, to), now[from]!, ...rest.slice(to)]
    })
  const last = photos.length - 1
  return (
    <ol className={styles.order}>
      {photos.map((photo, i) => (
        <li
          key={photo.url}
          draggable
          data-dragged={dragged === i || undefined}
          onDragStart={() => setDragged(i)}
          onDragEnd={() => setDragged(null)}
          onDragOver={(event) => dragged !== null && event.preventDefault()}
          onDrop={() => dragged !== null && dragged !== i && move(dragged, i)}
        >
          <img src={photo.url} alt="" width={photo.width} height={photo.height} draggable={false} />
          <Field
            label={`Photo ${i + 1}${i === 0 ? ' (main photo)' : ''}: what it shows`}
            name={i === 0 ? 'images' : `photo ${i}`}
            value={photo.alt}
            maxLength={500}
            onChange={({ target }) =>
              onChange((now) => now.map((one, at) => (at === i ? { ...one, alt: target.value } : one)))
            }
            error={hasError && photo.alt.trim() === '' ? 'Please describe the photo' : undefined}
          />
          <div className={styles.moves}>
            <Button
              look="bare"
              unavailable={i === 0}
              aria-label={`Photo ${i + 1} earlier`}
              onClick={() => move(i, i - 1)}
            >
              Earlier
            </Button>
            <Button
              look="bare"
              unavailable={i === last}
              aria-label={`Photo ${i + 1} later`}
              onClick={() => move(i, i + 1)}
            >
              Later
            </Button>
            <Button
              look="bare"
              aria-label={`Remove photo ${i + 1}`}
              onClick={() => onChange((now) => now.filter((_, at) => at !== i))}
            >
              Remove
            </Button>
          </div>
        </li>
      ))}
    </ol>
  )
}
