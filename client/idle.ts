/** Runs low-priority work when the browser is idle. */

/** True if the browser should fetch nothing unless the user requests it. */
export const savesData = (): boolean =>
  (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true

/**
 * Calls `callback` when the browser is idle, or after one second at the latest. Never calls it if the browser's data saver is on.
 */
export function whenIdle(callback: () => void): void {
  if (savesData()) return
  // Safari lacks requestIdleCallback.
  if ('requestIdleCallback' in window) requestIdleCallback(callback, { timeout: 1000 })
  else setTimeout(callback)
}

/** Code after this await runs in a new task. */
export const nextTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve))
