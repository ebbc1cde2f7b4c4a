/**
 * Shows the line that was just added to the cart, with links to the cart and the checkout: below the cart icon, or on a phone at the bottom of
 * the screen. It does not take the focus: F6 and the next Tab enter it. Escape, a press outside and time close it, but not while it has the
 * focus.
 */
import type { ApolloCache } from '@apollo/client'
import { useApolloClient, useReactiveVar } from '@apollo/client/react'
import { useEffect, useMemo, useRef, useState, type RefObject } from 'react'
import { useLocation } from 'react-router-dom'
import { formatRupees } from '../../../server/shared/money/money'
import { latestAddition, type Addition } from '../../data/cart/addition'
import { readCart } from '../../data/cart/shopperCache'
import { notify } from '../../data/notifications'
import { useShopper } from '../../data/session/shopper'
import { paths } from '../../paths'
import { ButtonLink } from '../Button'
import { X } from 'lucide-react'
import { Photo } from '../photo/Photo'
import { Value } from '../Value'
import styles from './CartDrawer.module.css'

/** Finds the open drawer. */
export const CART_DRAWER = '[data-cart-drawer]'

const CLOSES_AFTER_MS = 6000
const LOGIN_PAGES: string[] = [paths.login(), paths.signup(), paths.forgotPassword()]
const close = () => void latestAddition(null)
const itemsText = (count: number) => `${count} ${count === 1 ? 'item' : 'items'}`

export function CartDrawer() {
  const { cache } = useApolloClient()
  const addition = useReactiveVar(latestAddition)
  const { pathname } = useLocation()
  // If the page has just been opened, the cart may load only after the addition.
  const { cartCount } = useShopper()
  const added = useMemo(
    () => (addition && cartCount > 0 ? readAdded(cache, addition) : null),
    [addition, cache, cartCount],
  )
  // These pages show the cart itself.
  const hasCart = pathname === paths.cart() || pathname === paths.checkout()
  // A login adds what the visitor wanted, and then leads back. The drawer opens on that page.
  const isLoggingIn = LOGIN_PAGES.includes(pathname)
  useEffect(() => (isLoggingIn ? undefined : close), [isLoggingIn, pathname])
  useEffect(() => {
    if (!addition || !hasCart) return
    notify.success(addition.message)
    close()
  }, [addition, hasCart])
  const shown = hasCart || isLoggingIn ? null : added
  return (
    <>
      {/* Always in the page, because a screen reader announces a change to its text, but not a newly added element. */}
      <p aria-live="polite" className="visually-hidden">
        {shown && `${itemsText(shown.count)} in your cart, subtotal ${formatRupees(shown.subtotal)}`}
      </p>
      {shown && <Panel key={shown.id} {...shown} />}
    </>
  )
}

/** The added line and the cart's subtotal, or null if the cart does not contain the product. */
function readAdded(cache: ApolloCache, { variantId, message }: Addition) {
  const cart = readCart(cache)
  const line = cart?.items.find(({ product }) => product.id === variantId)
  if (!cart || !line) return null
  const subtotal = cart.items.reduce((sum, { lineTotal }) => sum + lineTotal, 0)
  return { id: `${line.product.id} ${cart.version}`, message, line, subtotal, count: cart.totalQuantity }
}

function Panel({ message, line, subtotal, count }: Omit<NonNullable<ReturnType<typeof readAdded>>, 'id'>) {
  const panel = useRef<HTMLElement>(null)
  const [held, setHeld] = useState(false)
  useTabThrough(panel)
  useEffect(() => {
    if (held) return
    const timer = setTimeout(close, CLOSES_AFTER_MS)
    return () => clearTimeout(timer)
  }, [held])
  useEffect(() => {
    const onKeyDown = ({ key }: KeyboardEvent) => {
      if (key !== 'Escape') return
      if (panel.current!.contains(document.activeElement))
        document.getElementById('main')?.focus({ preventScroll: true })
      close()
    }
    const onPointerDown = ({ target }: PointerEvent) => {
      if (!panel.current!.contains(target as Node)) close()
    }
    window.addEventListener('keydown', onKeyDown)
    window.addEventListener('pointerdown', onPointerDown)
    return () => {
      window.removeEventListener('keydown', onKeyDown)
      window.removeEventListener('pointerdown', onPointerDown)
    }
  }, [])

  const { product, quantity, lineTotal } = line
  return (
    <section
      ref={panel}
      className={styles.drawer}
      aria-label="In your cart"
      data-cart-drawer
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <p role="alert" className={styles.message}>
        {message}
      </p>
      <div className={styles.line}>
        <Photo image={product.image} decorative sizes="56px" className={styles.photo} />
        <p>
          <strong>{product.fullTitle}</strong>
          <span>
            Quantity {quantity}, <Value>{formatRupees(lineTotal)}</Value>
          </span>
        </p>
      </div>
      <p className={styles.subtotal}>
        <span>Subtotal, {itemsText(count)}</span>
        <strong>
          <Value>{formatRupees(subtotal)}</Value>
        </strong>
      </p>
      <div className={styles.links}>
        <ButtonLink to={paths.cart()} look="quiet" onClick={close}>
          See cart
        </ButtonLink>
        <ButtonLink to={paths.checkout()} onClick={close}>
          Checkout
        </ButtonLink>
      </div>
      <button type="button" className={styles.close} aria-label="Close" onClick={close}>
        <X size={18} aria-hidden />
      </button>
    </section>
  )
}

/**
 * The drawer is elsewhere in the document, so this puts it into the order of the Tab key: after the control that has the focus when the
 * shopper first presses Tab, and before the one after it.
 */
function useTabThrough(panel: RefObject<HTMLElement | null>) {
  useEffect(() => {
    let before: HTMLElement | null = null
    const onTab = (event: KeyboardEvent) => {
      if (event.key !== 'Tab' || event.ctrlKey || event.altKey || event.metaKey) return
      const active = document.activeElement as HTMLElement
      const controls = [...panel.current!.querySelectorAll<HTMLElement>('a, button')]
      const enters = before === null && !event.shiftKey && !panel.current!.contains(active)
      if (enters) {
        before = active
        event.preventDefault()
        controls[0]!.focus()
      } else if (active === controls.at(event.shiftKey ? 0 : -1) && before?.isConnected) {
        // Going on from here, the browser itself moves to the next control.
        before.focus()
        if (event.shiftKey) event.preventDefault()
      }
    }
    document.addEventListener('keydown', onTab)
    return () => document.removeEventListener('keydown', onTab)
  }, [panel])
}
