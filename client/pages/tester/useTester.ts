/** The state of the tester and its actions. */
import { useState } from 'react'
import { evictShopper } from '../../data/apollo/apollo'
import { sessionToken } from '../../data/session/session'
import { callOf, errorsOf, isSound, newDraft, withToken, type Call, type Draft, type TokenOwner } from './draft'
import { addToHistory, clearHistory, newEntry, readHistory, restore, type Entry } from './history/history'
import { hashOf, type Linked } from './link'
import { paramsIn, type Params } from './presets'
import { useExchange } from './useExchange'
import { useLinkedDraft } from './useLinkedDraft'
import { useTokens } from './useTokens'

export type Tester = ReturnType<typeof useTester>

export function useTester() {
  const [linked, setLinked] = useLinkedDraft()
  const [known, setKnown] = useState<Params>({})
  const [entries, setEntries] = useState(readHistory)
  const { outcome, send, cancel, fail, reset } = useExchange()
  const { available, tokenOf } = useTokens()
  const errors = errorsOf(linked.draft, location.origin)

  const change = (to: Partial<Draft>) => setLinked((now) => ({ ...now, draft: { ...now.draft, ...to } }))
  const sendRequest = async (sent: Linked) => {
    const result = await send(callOf(sent.draft, location.origin))
    if (!result) return
    setEntries(addToHistory(newEntry(sent, result)))
    if (result.phase !== 'answered') return
    setKnown((before) => ({ ...before, ...paramsIn(result.answer.json) }))
    if (changesOwnData(result.answer.call)) evictShopper()
  }
  const complain = (cause: unknown): null => {
    fail(cause instanceof Error ? cause.message : String(cause))
    return null
  }
  const load = async (entry: Entry): Promise<Linked | null> => {
    const restored = await restore(entry, tokenOf).catch(complain)
    if (restored) setLinked(restored)
    return restored
  }
  return {
    ...linked,
    known,
    entries,
    outcome,
    errors,
    available,
    change,
    cancel,
    load,
    choose: (preset: string, draft: Draft) => setLinked({ draft, preset }),
    link: () => location.origin + location.pathname + hashOf(linked),
    clear: () => setEntries(clearHistory()),
    submit: () => {
      if (isSound(errors)) void sendRequest(linked)
      else document.querySelector<HTMLElement>('form[name="request"] [aria-invalid]')?.focus()
    },
    takeToken: async (owner: TokenOwner) => {
      const token = await tokenOf(owner).catch(complain)
      if (!token) return
      setLinked(({ draft, preset }) => ({
        draft: { ...draft, headers: withToken(draft.headers, token, owner) },
        preset,
      }))
    },
    runAgain: async (entry: Entry) => {
      const restored = await load(entry)
      if (!restored) return
      if (entry.incomplete) fail('Tokens and passwords are not saved. Enter the missing one and send the request.')
      else if (!isSound(errorsOf(restored.draft, location.origin))) fail('Correct the request and send it.')
      else await sendRequest(restored)
    },
    startOver: () => {
      setLinked({ draft: newDraft(), preset: '' })
      reset()
    },
  }
}

/** True if the request may have changed the logged-in shopper's data, so that the page's header must be updated. */
const changesOwnData = ({ method, headers }: Call): boolean => {
  const token = sessionToken()
  return token !== null && method !== 'GET' && headers.some(([, value]) => value.endsWith(token))
}
