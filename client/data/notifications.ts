/** The shop's notifications: a success goes away by itself, errors stay long enough to be read, and two are shown at most. */
import type { NotificationAction } from './showNotification'

let opened = false
let onFirst = (): void => undefined

/** Calls back before the first notification is shown. */
export function whenNotifying(callback: () => void): void {
  onFirst = callback
  if (opened) callback()
}

export const loadShowNotification = () => import('./showNotification')

/** Loaded when the page is idle, or with the first notification, as is the area that shows it. */
async function show(message: string, type: 'success' | 'error', action?: NotificationAction): Promise<void> {
  opened = true
  onFirst()
  const { showNotification } = await loadShowNotification()
  showNotification(message, type, action)
}

export const notify = {
  /** The action's button stands beside the message. */
  success: (message: string, action?: NotificationAction): void => void show(message, 'success', action),
  error: (message: string, action?: NotificationAction): void => void show(message, 'error', action),
}
