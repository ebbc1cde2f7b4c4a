import { useEffect } from 'react'
import { replayClicks } from './replayClicks'
import { routes } from './routes'

/** Runs once React has taken over the page. */
export function Started() {
  useEffect(() => {
    // In a separate task, because React does not hydrate for a click inside an effect.
    setTimeout(() => void replayClicks())
    // Links work without prefetching.
    import('./prefetch').then(({ prefetchPages }) => prefetchPages(routes)).catch(() => undefined)
    // For developer tools and tests.
    performance.mark('hydrated')
  }, [])
  return null
}
