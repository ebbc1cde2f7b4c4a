/**
 * The shop's notifications. A success message disappears automatically, an error message stays long enough to read, and at most two are
 * shown at a time.
 */
import type { NotificationAction } from './showNotification'

let opened = false
let onFirst = (): void => undefined

/** Calls `callback` before the first notification is shown. */
export function whenNotifying(callback: () => void): void {
  onFirst = callback
  if (opened) callback()
}

export const loadShowNotification = () => import('./showNotification')

/** The code and the notification area load when the page is idle, or with the first notification. */
async function show(message: string, type: 'success' | 'error', action?: NotificationAction): Promise<void> {
  opened = true
  onFirst()
  const { showNotification } = await loadShowNotification()
  showNotification(message, type, action)
}

async function closeErrors(): Promise<void> {
  if (opened) (await loadShowNotification()).closeErrors()
}

export const notify = {
  /** The button for `action` appears next to the message. */
  success: (message: string, action?: NotificationAction): void => void show(message, 'success', action),
  error: (message: string, action?: NotificationAction): void => void show(message, 'error', action),
  /**
   * Call this when opening a dialog in which the user resolves the errors, because the notifications would cover it.
   */
  closeErrors: (): void => void closeErrors(),
}
