/** Adds photos of many products. Staff choose files or a folder, and each photo goes to the product that its file name says. */
import { useRef, useState, type InputHTMLAttributes } from 'react'
import { useRevalidator } from 'react-router-dom'
import { PHOTO_FILE, type PlacedFile } from '../../../../server/shared/photos'
import { counted, listed, number } from '../../../../server/shared/sentences'
import { Button } from '../../../components/Button'
import { placePhoto } from '../../../data/office/photoUpload'
import kit from '../kit/kit.module.css'

interface Result extends PlacedFile {
  file: File
  /** True if the same file may succeed later, for example when the network is back. */
  mayRetry?: true
}

interface Run {
  total: number
  results: Result[]
  isDone: boolean
}

/** After so many failures in a row, the network or the session is gone, and the other files are not sent. */
const MAX_FAILURES = 3

/** Opens a folder instead of files. React has no type for this attribute, which all browsers on computers support. */
const FOLDER = { webkitdirectory: '' } as InputHTMLAttributes<HTMLInputElement>

export function PhotoFiles() {
  const { revalidate } = useRevalidator()
  const [run, setRun] = useState<Run | null>(null)
  const files = useRef<HTMLInputElement>(null)
  const folder = useRef<HTMLInputElement>(null)
  const isSending = run !== null && !run.isDone

  /** Sends the photos one after another, because the server creates all sizes of each. */
  async function send(chosen: File[]) {
    // A folder often contains hidden files, such as .DS_Store.
    const shown = chosen.filter(({ name }) => !name.startsWith('.')).sort((a, b) => (a.name < b.name ? -1 : 1))
    const results: Result[] = []
    for (const file of shown) {
      setRun({ total: shown.length, results: [...results], isDone: false })
      const isGone = results.length >= MAX_FAILURES && results.slice(-MAX_FAILURES).every(({ mayRetry }) => mayRetry)
      results.push({ file, ...(isGone ? NOT_SENT : await resultOf(file)) })
    }
    setRun({ total: shown.length, results, isDone: true })
    await revalidate()
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
            <progress aria-label="Adding photos" value={run.results.length} max={run.total} /> Adding photo{' '}
            {number(run.results.length + 1)} of {number(run.total)}. Keep this page open.
          </p>
        )}
        {run?.isDone && <Summary results={run.results} retry={(again) => void send(again)} />}
      </div>
    </section>
  )
}

const refusedFor = (reason: string): PlacedFile => ({ outcome: 'refused', reason, ready: null })

const NOT_SENT = { ...refusedFor('was not sent, because the files before it failed'), mayRetry: true } as const

async function resultOf(file: File): Promise<Omit<Result, 'file'>> {
  if (!PHOTO_FILE.test(file.name)) return refusedFor('is not a JPEG, PNG, WebP or AVIF file')
  return placePhoto(file).catch((cause: Error) => ({ ...refusedFor(cause.message), mayRetry: true }))
}

function Summary({ results, retry }: { results: Result[]; retry: (files: File[]) => void }) {
  const of = (outcome: PlacedFile['outcome']) => results.filter((result) => result.outcome === outcome)
  const [refused, replaced] = [of('refused'), of('replaced')]
  const ready = results.flatMap((result) => result.ready ?? [])
  const again = refused.filter(({ mayRetry }) => mayRetry).map(({ file }) => file)
  return (
    <>
      <p>
        {counted(of('added').length, 'photo')} added, {number(replaced.length)} replaced, {number(of('same').length)}{' '}
        unchanged; {counted(refused.length, 'file')} not used.
      </p>
      {replaced.length > 0 && <p>Photos replaced by: {listed(replaced.map(({ file }) => file.name))}.</p>}
      {ready.length > 0 && (
        <p>
          {counted(ready.length, 'product')} with a first photo can be shown now: {listed(ready)}.
        </p>
      )}
      {refused.length > 0 && (
        <ul>
          {refused.map(({ file, reason }, i) => (
            <li key={i}>
              {file.name}: {reason}
            </li>
          ))}
        </ul>
      )}
      {again.length > 0 && (
        <Button look="quiet" onClick={() => retry(again)}>
          Retry {counted(again.length, 'file')}
        </Button>
      )}
    </>
  )
}
