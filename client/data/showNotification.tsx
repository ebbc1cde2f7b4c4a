/** Shows a notification in react-toastify's area, which is loaded with the first one. */
import { toast } from 'react-toastify/unstyled'

const AT_ONCE = 2
const ERROR_STAYS_MS = 5000

/** What a notification offers to do about what it says. */
export interface NotificationAction {
  label: string
  run: () => void
}

const shown: string[] = []

/** The same message is not shown twice at a time; what is new does not wait until the oldest has had its time. */
export function showNotification(message: string, type: 'success' | 'error', action?: NotificationAction): void {
  if (toast.isActive(message)) return
  if (shown.length >= AT_ONCE) toast.dismiss(shown[0])
  toast(action ? <WithAction message={message} action={action} /> : message, {
    ...(type === 'error' && { type, autoClose: ERROR_STAYS_MS }),
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
