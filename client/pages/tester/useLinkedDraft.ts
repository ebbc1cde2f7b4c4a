/** Keeps the request of the form and its preset in the hash of the page's URL. */
import { useEffect, useEffectEvent, useState } from 'react'
import { newDraft } from './draft'
import { hashOf, linkedIn, type Linked } from './link'

/** Browsers limit how often a page may change its URL. */
const SETTLED_MS = 150

export function useLinkedDraft() {
  const [linked, setLinked] = useState<Linked>(() => linkedIn(location.hash) ?? { draft: newDraft(), preset: '' })

  const keep = useEffectEvent(() => {
    const hash = hashOf(linked)
    // Keeps the router's own state of this entry.
    if (hash !== location.hash) history.replaceState(history.state, '', location.pathname + location.search + hash)
  })
  useEffect(() => {
    const timer = setTimeout(keep, SETTLED_MS)
    return () => clearTimeout(timer)
  }, [linked])
  useEffect(() => {
    // A hash may also name a section of the page.
    const read = () => setLinked((now) => linkedIn(location.hash) ?? now)
    window.addEventListener('hashchange', read)
    return () => window.removeEventListener('hashchange', read)
  }, [])
  return [linked, setLinked] as const
}
