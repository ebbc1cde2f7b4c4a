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

const shown: string[] = []

/** The same message is not shown twice at a time; what is new does not wait until the oldest has had its time. */
export function showNotification(message: string, type: 'success' | 'error', action?: NotificationAction): void {
  const content = action ? <WithAction message={message} action={action} /> : message
  const lasts = (type === 'error' || action) && { autoClose: STAYS_LONGER_MS }
  if (toast.isActive(message)) {
    // What it offers to undo is the last one.
    if (action) toast.update(message, { render: content })
    return
  }
  if (shown.length >= AT_ONCE) toast.dismiss(shown[0])
  toast(content, {
    ...(type === 'error' && { type }),
    ...lasts,
    toastId: message,
    onOpen: () => shown.push(message),
    onClose: () => shown.splice(shown.indexOf(message), 1),
  })
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
