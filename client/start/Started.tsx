import { useEffect, type ReactNode } from 'react'
import { replayClicks } from './replayClicks'
import { routes } from '../routes'

/** Runs its effect once React has hydrated the page. It contains the router: as a sibling, it would change the ids of `useId`. */
export function Started({ children }: { children: ReactNode }) {
  useEffect(() => {
    // Runs in a separate task, because React does not hydrate for clicks that are dispatched inside an effect.
    setTimeout(() => void replayClicks())
    // If prefetching fails, links still work.
    import('./prefetch').then(({ prefetchPages }) => prefetchPages(routes)).catch(() => undefined)
    // Lets developer tools and tests detect the end of hydration.
    performance.mark('hydrated')
  }, [])
  return children
}
