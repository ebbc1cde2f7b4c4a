/**
 * Adds photos of many products. Staff choose files or a folder, and each photo goes to the product that its file name says. The photos are
 * uploaded one after another, and then placed together, so that their order does not matter.
 */
import { useRef, useState, type InputHTMLAttributes } from 'react'
import { useRevalidator } from 'react-router-dom'
import { MAX_PLACED, PHOTO_FILE } from '../../../../server/shared/photos'
import { counted, keptHiddenSentence, listed, number } from '../../../../server/shared/sentences'
import { Button } from '../../../components/Button'
import { useOfficeChange } from '../../../data/office/officeChange'
import { uploadNamedPhoto } from '../../../data/office/photoUpload'
import { UploadError } from '../../../data/uploadFile'
import { PlacePhotosDocument, type PlacePhotosMutation } from '../../../data/office/product.generated'
import kit from '../kit/kit.module.css'

interface Named {
  fileName: string
  url: string
}

interface Failed {
  file: File
  reason: string
  /** True if the same file may succeed later, for example when the network is back. */
  mayRetry: boolean
}

type Placed = NonNullable<PlacePhotosMutation['placePhotos']>

interface Run {
  total: number
  done: number
  uploaded: Named[]
  failed: Failed[]
  /** Null while photos are being uploaded. */
  end: { placed: Placed[]; error: string | null } | null
}

/** After so many failures in a row, the network or the session is gone, and the other files are not sent. */
const MAX_FAILURES = 3

/** Opens a folder instead of files. React has no type for this attribute, which all browsers on computers support. */
const FOLDER = { webkitdirectory: '' } as InputHTMLAttributes<HTMLInputElement>

/** Sorts `_10` after `_9`, and `bowl.jpg` before `bowl-2.jpg`, so that each call of `placePhotos` gets a product's photos in their order. */
const { compare } = new Intl.Collator('en', { numeric: true })
const stemOf = (fileName: string): string => fileName.replace(PHOTO_FILE, '')

export function PhotoFiles() {
  const { revalidate } = useRevalidator()
  const [placePhotos] = useOfficeChange(PlacePhotosDocument, undefined, { reloads: false })
  const [run, setRun] = useState<Run | null>(null)
  const files = useRef<HTMLInputElement>(null)
  const folder = useRef<HTMLInputElement>(null)
  const isSending = run !== null && run.end === null

  /** `before` are photos of an earlier attempt. They are placed again, so that a photo that failed then does not replace one of them. */
  async function send(chosen: File[], before: Named[] = []) {
    // A folder often contains hidden files, such as .DS_Store.
    const shown = chosen.filter(({ name }) => !name.startsWith('.'))
    const uploaded = [...before]
    const failed: Failed[] = []
    let failuresInARow = 0
    for (const file of shown) {
      setRun({
        total: shown.length,
        done: uploaded.length - before.length + failed.length,
        uploaded,
        failed,
        end: null,
      })
      const result = failuresInARow < MAX_FAILURES ? await upload(file) : { file, reason: NOT_SENT, mayRetry: true }
      if ('url' in result) uploaded.push(result)
      else failed.push(result)
      failuresInARow = 'mayRetry' in result && result.mayRetry ? failuresInARow + 1 : 0
    }
    const end = await place(uploaded)
    setRun({ total: shown.length, done: shown.length, uploaded, failed, end })
    await revalidate()
  }

  async function place(uploaded: Named[]): Promise<NonNullable<Run['end']>> {
    const sorted = [...uploaded].sort((a, b) => compare(stemOf(a.fileName), stemOf(b.fileName)))
    const placed: Placed[] = []
    for (let from = 0; from < sorted.length; from += MAX_PLACED) {
      const sent = await placePhotos({ photos: sorted.slice(from, from + MAX_PLACED) })
      const [error] = sent?.errors ?? []
      if (error || !sent?.data) return { placed, error: error?.message ?? 'Please try again.' }
      placed.push(sent.data.placePhotos)
    }
    return { placed, error: null }
  }

  const input = (label: string) => ({
    type: 'file',
    multiple: true,
    hidden: true,
    'aria-label': label,
    onChange: ({ target }: { target: HTMLInputElement }) => {
      const chosen = [...(target.files ?? [])]
      target.value = ''
      if (chosen.length > 0) void send(chosen)
    },
  })
  return (
    <section className={kit.section} aria-label="Photos of many products">
      <div className={kit.actions}>
        <Button look="quiet" busy={isSending} onClick={() => files.current?.click()}>
          Add photos
        </Button>
        <Button look="quiet" busy={isSending} onClick={() => folder.current?.click()}>
          Add a folder of photos
        </Button>
        <input ref={files} accept="image/jpeg,image/png,image/webp,image/avif" {...input('Photos of products')} />
        <input ref={folder} {...FOLDER} {...input('Folder of photos')} />
        <span className={kit.quiet}>Name each file after its product: blue-bowl.jpg, blue-bowl-2.jpg.</span>
      </div>
      <div aria-live="polite">
        {isSending && (
          <p>
            <progress aria-label="Adding photos" value={run.done} max={run.total} /> Adding photo{' '}
            {number(Math.min(run.done + 1, run.total))} of {number(run.total)}. Keep this page open.
          </p>
        )}
        {run?.end && <Summary run={run} end={run.end} retry={(again) => void send(again, run.uploaded)} />}
      </div>
    </section>
  )
}

const NOT_SENT = 'was not sent, because the files before it failed'

async function upload(file: File): Promise<Named | Failed> {
  if (!PHOTO_FILE.test(file.name)) return { file, reason: 'is not a JPEG, PNG, WebP or AVIF file', mayRetry: false }
  try {
    const { url } = await uploadNamedPhoto(file)
    return { fileName: file.name, url }
  } catch (error) {
    const { message } = error as Error
    return { file, reason: message, mayRetry: !(error instanceof UploadError && error.isRefused) }
  }
}

interface SummaryProps {
  run: Run
  end: NonNullable<Run['end']>
  retry: (files: File[]) => void
}

function Summary({ run, end, retry }: SummaryProps) {
  const placed = end.placed.flatMap((each) => each.placed ?? [])
  const of = (outcome: (typeof placed)[number]['outcome']) => placed.filter((photo) => photo.outcome === outcome)
  const replaced = of('REPLACED')
  const ready = end.placed.flatMap(({ readyIds }) => readyIds ?? [])
  const keptHidden = end.placed.flatMap(({ hiddenIds }) => hiddenIds ?? [])
  const unused = [
    ...run.failed.map(({ file, reason }) => ({ fileName: file.name, reason })),
    ...end.placed.flatMap(({ refused }) => refused ?? []),
  ]
  const again = run.failed.filter(({ mayRetry }) => mayRetry).map(({ file }) => file)
  return (
    <>
      {end.error === null ? (
        <p>
          {counted(of('ADDED').length, 'photo')} added, {number(replaced.length)} replaced, {number(of('SAME').length)}{' '}
          unchanged; {counted(unused.length, 'file')} not used.
        </p>
      ) : (
        <p role="alert">The photos were uploaded, but not added to the products. {end.error}</p>
      )}
      {replaced.length > 0 && <p>Photos replaced by: {listed(replaced.map(({ fileName }) => fileName))}.</p>}
      {ready.length > 0 && (
        <p>
          {counted(ready.length, 'product')} with a first photo can be shown now: {listed(ready)}.
        </p>
      )}
      {keptHidden.length > 0 && <p>{keptHiddenSentence(keptHidden)} Show each on its own page.</p>}
      {unused.length > 0 && (
        <ul>
          {unused.map(({ fileName, reason }, i) => (
            <li key={i}>
              {fileName}: {reason}
            </li>
          ))}
        </ul>
      )}
      {(again.length > 0 || end.error !== null) && (
        <Button look="quiet" onClick={() => retry(again)}>
          {again.length > 0 ? `Retry ${counted(again.length, 'file')}` : 'Retry'}
        </Button>
      )}
    </>
  )
}
