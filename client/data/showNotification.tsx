/** Shows a notification in react-toastify's area. This file loads with the first notification. */
import { toast } from 'react-toastify/unstyled'

/** More would cover the page. */
const AT_ONCE = 2
/** The duration of errors and of notifications with an action, which take longer to read or reach. */
const STAYS_LONGER_MS = 5000

/** A button in a notification. */
export interface NotificationAction {
  label: string
  run: () => void
}

interface Shown {
  id: string
  isError: boolean
}

/** The visible notifications by message, oldest first. A closing notification is removed from the map. */
const shown = new Map<string, Shown>()
let count = 0

/** A message that is already visible is not shown twice. A new message replaces the oldest one when two are visible. */
export function showNotification(message: string, type: 'success' | 'error', action?: NotificationAction): void {
  const content = action ? <WithAction message={message} action={action} /> : message
  const lasts = (type === 'error' || action) && { autoClose: STAYS_LONGER_MS }
  const known = shown.get(message)
  if (known !== undefined) {
    // The Undo button then reverts the latest change.
    if (action) toast.update(known.id, { render: content })
    return
  }
  if (shown.size >= AT_ONCE) {
    const [oldest, { id }] = [...shown][0]!
    toast.dismiss(id)
    shown.delete(oldest)
  }
  // A new id each time, because react-toastify ignores an id that is still closing.
  const toastId = `notification-${(count += 1)}`
  shown.set(message, { id: toastId, isError: type === 'error' })
  toast(content, { ...(type === 'error' && { type }), ...lasts, toastId, onClose: () => shown.delete(message) })
}

export function closeErrors(): void {
  for (const [message, { id, isError }] of shown) {
    if (!isError) continue
    toast.dismiss(id)
    shown.delete(message)
  }
}

/** The click also closes the notification, like a click anywhere on it. */
const WithAction = ({ message, action }: { message: string; action: NotificationAction }) => (
  <span className="notification-action">
    {message}
    <button type="button" className="text-link" aria-keyshortcuts="F6" onClick={action.run}>
      {action.label}
    </button>
  </span>
)
