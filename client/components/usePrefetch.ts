/** Loads code for parts that open later, such as a dialog, once the page is idle. */
import { useEffect } from 'react'
import { whenIdle } from '../idle'

/**
 * `load` is the dynamic import; pass the same function in each render. Show the loaded part in a transition: otherwise
 * React shows the fallback first, for at least 300 ms.
 */
export function usePrefetch(load: () => Promise<unknown>): void {
  useEffect(() => {
    // A failure here is ignored: the part is loaded again, with a visible error, when it is opened.
    whenIdle(() => void load().catch(() => undefined))
  }, [load])
}
