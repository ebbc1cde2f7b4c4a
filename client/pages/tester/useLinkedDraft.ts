/** The request in the form and the preset that it came from, kept in the address's hash: a link leads to it, and a reload keeps it. */
import { useEffect, useEffectEvent, useState } from 'react'
import { newDraft } from './draft'
import { hashOf, linkedIn, type Linked } from './link'

/** Browsers refuse an address that changes with every key. */
const SETTLED_MS = 150

const nothing = (): Linked => ({ draft: newDraft(), preset: '' })

export function useLinkedDraft() {
  const [linked, setLinked] = useState(() => linkedIn(location.hash) ?? nothing())

  const keep = useEffectEvent(() => {
    const hash = hashOf(linked)
    // The router's own state of this entry stays.
    if (hash !== location.hash) history.replaceState(history.state, '', location.pathname + location.search + hash)
  })
  useEffect(() => {
    const timer = setTimeout(keep, SETTLED_MS)
    return () => clearTimeout(timer)
  }, [linked])
  useEffect(() => {
    // A hash may also name a part of the page.
    const read = () => setLinked((now) => linkedIn(location.hash) ?? now)
    window.addEventListener('hashchange', read)
    return () => window.removeEventListener('hashchange', read)
  }, [])
  return [linked, setLinked] as const
}
