/** The request in the form and the preset that it came from, kept in the address's hash: a link leads to it, and a reload keeps it. */
import { useEffect, useEffectEvent, useState } from 'react'
import { newDraft } from './draft'
import { hashOf, linkedIn, type Linked } from './link'

/** Browsers refuse an address that changes with every key. */
const SETTLED_MS = 250

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
    const read = () => setLinked(linkedIn(location.hash) ?? nothing())
    const leave = () => keep()
    window.addEventListener('hashchange', read)
    window.addEventListener('pagehide', leave)
    return () => {
      window.removeEventListener('hashchange', read)
      window.removeEventListener('pagehide', leave)
    }
  }, [])
  return [linked, setLinked] as const
}
