/** The developer's tester of the REST contract: a request, its answer, what was sent before, and a run of everything. */
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { evictShopper } from '../../data/apollo/apollo'
import { newIdempotencyKey } from '../../data/idempotency'
import { sessionToken } from '../../data/session/session'
import { callOf, faultsOf, isSound, newDraft, withToken, type Call, type Draft, type TokenOwner } from './draft'
import { addToHistory, clearHistory, draftOfEntry, newEntry, readHistory, type Entry } from './history'
import { HistoryList } from './HistoryList'
import { hashOf } from './link'
import { paramsIn, type Params } from './presets'
import { RequestPanel } from './RequestPanel'
import { ResponsePanel } from './ResponsePanel'
import { RunAllPanel } from './RunAllPanel'
import styles from './TesterPage.module.css'
import { useExchange, type Outcome } from './useExchange'
import { useLinkedDraft } from './useLinkedDraft'
import { useTokens } from './useTokens'

export function Component() {
  const [{ draft, preset }, setLinked] = useLinkedDraft()
  const [known, setKnown] = useState<Params>({})
  const [entries, setEntries] = useState(readHistory)
  const { outcome, send, cancel, fail, reset } = useExchange()
  const { available, tokenOf } = useTokens()
  const form = useRef<HTMLFormElement>(null)
  const faults = faultsOf(draft, location.origin)

  const change = (to: (now: Draft) => Partial<Draft>) =>
    setLinked((now) => ({ ...now, draft: { ...now.draft, ...to(now.draft) } }))
  const sendDraft = async (sent: Draft) => {
    const result = await send(callOf(sent, location.origin))
    if (!result) return
    setEntries(addToHistory(newEntry(sent, summaryOf(result))))
    if (result.phase !== 'answered') return
    setKnown((before) => ({ ...before, ...paramsIn(result.answer.json) }))
    if (isChangeOfOwn(result.answer.call)) evictShopper()
  }
  const submit = () => {
    if (isSound(faults)) void sendDraft(draft)
    else form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }
  const complain = (cause: unknown): null => {
    fail(cause instanceof Error ? cause.message : String(cause))
    return null
  }
  const takeToken = async (owner: TokenOwner) => {
    const token = await tokenOf(owner).catch(complain)
    if (token) change((now) => ({ headers: withToken(now.headers, token, owner) }))
  }
  const load = async (entry: Entry): Promise<Draft | null> => {
    const restored = await draftOfEntry(entry, tokenOf).catch(complain)
    if (!restored) return null
    setLinked({ draft: restored, preset: '' })
    return restored
  }
  const runAgain = async (entry: Entry) => {
    const restored = await load(entry)
    if (!restored) return
    if (entry.incomplete) fail('Its token or password was not kept: fill it in and send it.')
    else await sendDraft(restored)
  }
  const startOver = () => {
    setLinked({ draft: newDraft(), preset: '' })
    reset()
  }
  useShortcuts(submit, cancel)

  return (
    <div className={styles.page}>
      <div className={styles.head}>
        <h1>API Tester</h1>
        <nav aria-label="For developers">
          <a href="/api/docs">REST reference</a>
          <a href="/graphql">GraphQL explorer</a>
        </nav>
        <p>
          <kbd>Ctrl</kbd> or <kbd>⌘</kbd> + <kbd>Enter</kbd> calls, <kbd>Esc</kbd> cancels
        </p>
      </div>
      <div className={styles.panels}>
        <RequestPanel
          formRef={form}
          draft={draft}
          faults={faults}
          preset={preset}
          known={known}
          pending={outcome.phase === 'pending'}
          tokens={available}
          onChange={(changed) => change(() => changed)}
          onChoosePreset={(id, chosen) => setLinked({ draft: chosen, preset: id })}
          link={() => location.origin + location.pathname + hashOf({ draft, preset })}
          onTakeToken={(owner) => void takeToken(owner)}
          onSend={submit}
          onCancel={cancel}
          onReset={startOver}
        />
        <ResponsePanel outcome={outcome} />
      </div>
      <div className={styles.below}>
        <HistoryList
          entries={entries}
          onLoad={(entry) => void load(entry)}
          onRun={(entry) => void runAgain(entry)}
          onClear={() => setEntries(clearHistory())}
        />
        <RunAllPanel />
      </div>
    </div>
  )
}

/** What a call changes for whoever is logged in shows in the header too. */
const isChangeOfOwn = ({ method, headers }: Call): boolean => {
  const token = sessionToken()
  return token !== null && method !== 'GET' && headers.some(([, value]) => value.endsWith(token))
}

function summaryOf(outcome: Outcome): Pick<Entry, 'id' | 'at' | 'status' | 'ms'> {
  const { status, ms } = outcome.phase === 'answered' ? outcome.answer : { status: null, ms: null }
  return { id: newIdempotencyKey(), at: new Date().toISOString(), status, ms }
}

/** They work wherever the focus is. */
function useShortcuts(submit: () => void, cancel: () => void): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.key === 'Escape') cancel()
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    submit()
  })
  useEffect(() => {
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [])
}
