/** The notification area at the top right, with at most two messages. */
import 'react-toastify/ReactToastify.css'
import { Slide, toast, ToastContainer } from 'react-toastify/unstyled'
import { useEffect, useRef, type FocusEvent } from 'react'
import { CART_DRAWER } from '../../cart/CartDrawer'
import styles from './Notifications.module.css'

/** Moves the focus to the cart drawer, or else to the newest notification, and back. */
const KEY = 'F6'
const NOTIFICATION = '[role="alert"]'

const idOf = (target: Element) => target.closest('.Toastify__toast')?.id
const pauseOf = (target: Element) => toast.pause({ id: idOf(target) })
const playOf = (target: Element) => toast.play({ id: idOf(target) })

export function Notifications() {
  const area = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // Each notification is an alert. Within another live region, a screen reader would read it twice.
    const region = area.current?.querySelector('[aria-live]')
    region?.setAttribute('aria-live', 'off')
    region?.setAttribute('aria-keyshortcuts', KEY)
    let origin: Element | null = null
    const move = (event: KeyboardEvent) => {
      const toasts = [...(area.current?.querySelectorAll<HTMLElement>(NOTIFICATION) ?? [])]
      const newest = document.querySelector<HTMLElement>(CART_DRAWER) ?? toasts.at(-1)
      if (event.key !== KEY || event.ctrlKey || event.altKey || event.metaKey || !newest) return
      event.preventDefault()
      if (newest.contains(document.activeElement) || area.current?.contains(document.activeElement)) {
        if (origin instanceof HTMLElement && origin.isConnected) origin.focus()
        return
      }
      origin = document.activeElement
      const target = newest.querySelector<HTMLElement>('a, button') ?? newest
      if (target === newest) newest.tabIndex = -1
      target.focus()
    }
    document.addEventListener('keydown', move)
    return () => document.removeEventListener('keydown', move)
  }, [])
  return (
    // A notification stays while it has the focus, as it does while the pointer is on it.
    <div
      ref={area}
      onFocus={({ target }) => pauseOf(target)}
      onBlur={({ target, relatedTarget }: FocusEvent) => {
        const notification = target.closest(NOTIFICATION)
        if (notification && !notification.contains(relatedTarget)) playOf(target)
      }}
    >
      <ToastContainer
        position="top-right"
        limit={2}
        autoClose={1800}
        icon={false}
        hideProgressBar
        closeButton={false}
        closeOnClick
        draggable
        draggablePercent={80}
        pauseOnFocusLoss={false}
        transition={Slide}
        className={styles.area}
        toastClassName={styles.toast}
      />
    </div>
  )
}
