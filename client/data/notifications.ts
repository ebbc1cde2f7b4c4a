/**
 * The shop's notifications. A success disappears by itself, an error stays long enough to read, and at most two show at
 * a time.
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

/** The code loads when the page is idle, or with the first notification. So does the notification area. */
async function show(message: string, type: 'success' | 'error', action?: NotificationAction): Promise<void> {
  opened = true
  onFirst()
  const { showNotification } = await loadShowNotification()
  showNotification(message, type, action)
}

export const notify = {
  /** The button for `action` appears next to the message. */
  success: (message: string, action?: NotificationAction): void => void show(message, 'success', action),
  error: (message: string, action?: NotificationAction): void => void show(message, 'error', action),
}
