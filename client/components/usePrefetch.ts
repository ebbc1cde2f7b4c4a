/** Once the page is idle, loads the code of parts that open later, such as a dialog. */
import { useEffect } from 'react'
import { whenIdle } from '../idle'

/**
 * `load` is the dynamic import. Pass the same function on every render. Show the loaded part in a transition, because otherwise React first
 * shows the fallback for at least 300 ms.
 */
export function usePrefetch(load: () => Promise<unknown>): void {
  useEffect(() => {
    // A failure here is ignored, because the part is loaded again, with a visible error, when it is opened.
    whenIdle(() => void load().catch(() => undefined))
  }, [load])
}
