/** When there is time for what nobody waits for. */

/** For browsers that never call a page idle, and for pages that never are. */
const AT_THE_LATEST_MS = 1000

/** Whether this browser is to fetch nothing that nobody has asked for. */
export const savesData = (): boolean =>
  (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true

export function whenIdle(callback: () => void): void {
  // Safari has no requestIdleCallback.
  if ('requestIdleCallback' in window) requestIdleCallback(callback, { timeout: AT_THE_LATEST_MS })
  else setTimeout(callback)
}
