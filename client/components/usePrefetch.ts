/** Fetches the code of what a page shows only when it is asked for, such as a dialog, once the page is idle. */
import { useEffect } from 'react'
import { savesData, whenIdle } from '../idle'

/**
 * `load` is the dynamic import, the same function in each render. Show what it brings in a transition: React would else show the
 * fallback first, for 300 ms at least.
 */
export function usePrefetch(load: () => Promise<unknown>): void {
  useEffect(() => {
    // What fails here fails again, and is shown, when it is asked for.
    if (!savesData()) whenIdle(() => void load().catch(() => undefined))
  }, [load])
}
