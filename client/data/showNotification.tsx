/** Shows a notification in react-toastify's area, which is loaded with the first one. */
import { toast } from 'react-toastify/unstyled'

const AT_ONCE = 2
/** An error is to be read, and an action to be reached. */
const STAYS_LONGER_MS = 5000

/** What a notification offers to do about what it says. */
export interface NotificationAction {
  label: string
  run: () => void
}

/** By message: the id of the notification that says it, the oldest first. One that is leaving is no longer among them. */
const shown = new Map<string, string>()
let count = 0

/** The same message is not shown twice at a time; what is new does not wait until the oldest has had its time. */
export function showNotification(message: string, type: 'success' | 'error', action?: NotificationAction): void {
  const content = action ? <WithAction message={message} action={action} /> : message
  const lasts = (type === 'error' || action) && { autoClose: STAYS_LONGER_MS }
  const known = shown.get(message)
  if (known !== undefined) {
    // What it offers to undo is the last one.
    if (action) toast.update(known, { render: content })
    return
  }
  if (shown.size >= AT_ONCE) {
    const [oldest, id] = [...shown][0]!
    toast.dismiss(id)
    shown.delete(oldest)
  }
  // An id of its own: an area takes none that is still leaving.
  const toastId = `notification-${(count += 1)}`
  shown.set(message, toastId)
  toast(content, { ...(type === 'error' && { type }), ...lasts, toastId, onClose: () => shown.delete(message) })
}

/** A press closes the notification, as anywhere on it. */
const WithAction = ({ message, action }: { message: string; action: NotificationAction }) => (
  <span className="notification-action">
    {message}
    <button type="button" className="text-link" onClick={action.run}>
      {action.label}
    </button>
  </span>
)
