/** When there is time for what nobody waits for. */

/** Whether this browser is to fetch nothing that nobody has asked for. */
export const savesData = (): boolean =>
  (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true

/** Calls back after a second at the latest; never where the browser saves data. */
export function whenIdle(callback: () => void): void {
  if (savesData()) return
  // Safari has no requestIdleCallback.
  if ('requestIdleCallback' in window) requestIdleCallback(callback, { timeout: 1000 })
  else setTimeout(callback)
}

/** What comes after it is a task of its own. */
export const nextTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve))
