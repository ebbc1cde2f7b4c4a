/** The shop's notifications: a success goes away by itself, errors stay long enough to be read, and two are shown at most. */
import type { ToastOptions } from 'react-toastify/unstyled'

const AT_ONCE = 2
const ERROR_STAYS_MS = 5000

const shown: string[] = []

/** Loaded with the first notification, as is the area that shows it. */
const library = () => import('react-toastify/unstyled')
let opened = false
let onFirst = (): void => undefined

/** Calls back before the first notification is shown. */
export function whenNotifying(callback: () => void): void {
  onFirst = callback
  if (opened) callback()
}

/** The same message is not shown twice at a time; what is new does not wait until the oldest has had its time. */
async function show(message: string, options: ToastOptions): Promise<void> {
  opened = true
  onFirst()
  const { toast } = await library()
  if (toast.isActive(message)) return
  if (shown.length >= AT_ONCE) toast.dismiss(shown[0])
  toast(message, {
    ...options,
    toastId: message,
    onOpen: () => shown.push(message),
    onClose: () => shown.splice(shown.indexOf(message), 1),
  })
}

export const notify = {
  success: (message: string): void => void show(message, {}),
  error: (message: string): void => void show(message, { type: 'error', autoClose: ERROR_STAYS_MS }),
}
