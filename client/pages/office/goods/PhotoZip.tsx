/** Adds the photos in a ZIP to the products that their file names refer to, and lists the files that were not used. */
import { useRef, useState } from 'react'
import { Button } from '../../../components/Button'
import { uploadZip, type ZipProgress, type ZipResult } from '../../../data/office/photoZip'
import kit from '../kit/kit.module.css'
import form from '../../../components/form/FormDialog.module.css'

type State =
  { is: 'idle' } | ({ is: 'sending' } & ZipProgress) | ({ is: 'done' } & ZipResult) | { is: 'failed'; message: string }

export function PhotoZip({ refresh }: { refresh: () => Promise<void> }) {
  const [state, setState] = useState<State>({ is: 'idle' })
  const input = useRef<HTMLInputElement>(null)
  const send = async (file: File) => {
    setState({ is: 'sending', stage: 'Sending', done: 0, total: file.size })
    try {
      const result = await uploadZip(file, (progress) => setState({ is: 'sending', ...progress }))
      setState({ is: 'done', ...result })
      await refresh()
    } catch (cause) {
      setState({ is: 'failed', message: (cause as Error).message })
    }
  }
  return (
    <section className={kit.section} aria-label="Photos from a ZIP">
      <div className={kit.actions}>
        <Button look="quiet" busy={state.is === 'sending'} onClick={() => input.current?.click()}>
          Add photos from a ZIP
        </Button>
        <input
          ref={input}
          type="file"
          accept=".zip,application/zip"
          hidden
          aria-label="ZIP with photos"
          onChange={({ target }) => {
            const [file] = target.files ?? []
            if (file) void send(file)
            target.value = ''
          }}
        />
        <span className={kit.quiet}>Name each file after its product: blue-bowl.jpg, blue-bowl-2.jpg.</span>
      </div>
      <div aria-live="polite">
        {state.is === 'sending' && (
          <p>
            <progress aria-label={state.stage} value={state.done} max={state.total || 1} /> {state.stage}
          </p>
        )}
        {state.is === 'failed' && <p className={form.fault}>{state.message}</p>}
        {state.is === 'done' && <Result {...state} />}
      </div>
    </section>
  )
}

const Result = ({ summary, refused }: ZipResult) => (
  <>
    {summary.map((sentence) => (
      <p key={sentence}>{sentence}</p>
    ))}
    {refused.length > 0 && (
      <ul>
        {refused.map(({ name, reason }, i) => (
          <li key={i}>
            {name}: {reason}
          </li>
        ))}
      </ul>
    )}
  </>
)
