/**
 * Shows the line that was just added to the cart, with links to the cart and the checkout. It does not take the focus, covers no controls
 * and as little text as possible, and closes automatically. On a phone, it is one row with the subtotal.
 */
import { useApolloClient, useReactiveVar } from '@apollo/client/react'
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { useLocation } from 'react-router-dom'
import { formatRupees } from '../../../server/shared/money/money'
import { latestAddition } from '../../data/cart/addition'
import { readCart } from '../../data/cart/shopperCache'
import { useShopper } from '../../data/session/shopper'
import { paths } from '../../paths'
import { ButtonLink } from '../Button'
import { X } from 'lucide-react'
import { Photo } from '../photo/Photo'
import { Value } from '../Value'
import styles from './CartDrawer.module.css'
import { freePlace } from './freePlace'

const CLOSES_AFTER_MS = 6000
/** Buttons, fields, and links that look like buttons. */
const CONTROLS = `main :is(button, input, select, textarea, a[href="${paths.cart()}"])`
/** In pixels. A control at least this tall, such as a photo that opens the zoom, stays usable when part of it is covered. */
const LARGE = 240
const TEXTS = 'main :is(h1, h2, h3, h4, p, dt, dd, label, summary, li:not(:has(*)))'
/** Positioned below the header, so that notifications stay visible. */
const ROOM_FOR_NOTIFICATION = 52

const close = () => void latestAddition(null)
const itemsText = (count: number) => `${count} ${count === 1 ? 'item' : 'items'}`

export function CartDrawer() {
  const added = useAdded()
  const { pathname } = useLocation()
  useEffect(() => close, [pathname])
  return (
    <>
      {/* Always in the page, because a screen reader announces a change to its text, but not a newly added element. */}
      <p aria-live="polite" className="visually-hidden">
        {added && `${itemsText(added.count)} in your cart, subtotal ${formatRupees(added.subtotal)}`}
      </p>
      {added && createPortal(<Panel key={added.id} {...added} />, document.body)}
    </>
  )
}

/** The added line and the cart's subtotal, or null if nothing was added or this page shows the cart. */
function useAdded() {
  const { cache } = useApolloClient()
  const addition = useReactiveVar(latestAddition)
  const { pathname } = useLocation()
  // If the page has just been opened, the cart may load only after the addition.
  const { cartCount } = useShopper()
  return useMemo(() => {
    if (cartCount === 0 || !addition || pathname === paths.cart() || pathname === paths.checkout()) return null
    const cart = readCart(cache)
    const line = cart?.items.find(({ product }) => product.id === addition.productId)
    if (!cart || !line) return null
    const subtotal = cart.items.reduce((sum, { lineTotal }) => sum + lineTotal, 0)
    return { id: `${line.product.id} ${cart.version}`, line, subtotal, count: cart.totalQuantity }
  }, [addition, cache, cartCount, pathname])
}

function Panel({ line, subtotal, count }: Omit<NonNullable<ReturnType<typeof useAdded>>, 'id'>) {
  const panel = useRef<HTMLElement>(null)
  const [place, setPlace] = useState<ReturnType<typeof placeFor>>(null)
  const [held, setHeld] = useState(false)
  useLayoutEffect(() => {
    const found = placeFor(panel.current!)
    if (found === null) close()
    else setPlace(found)
  }, [])
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
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [])

  const { product, quantity, lineTotal } = line
  return (
    <section
      ref={panel}
      className={styles.drawer}
      aria-label="In your cart"
      data-side={place?.side}
      style={place ? { top: place.top } : { visibility: 'hidden' }}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <div className={styles.line}>
        <Photo image={product.image} decorative sizes="56px" className={styles.photo} />
        <p>
          <strong>{product.title}</strong>
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

/** The position on the page, not on the screen, so the panel moves with the controls when the page scrolls. */
function placeFor(panel: HTMLElement): { side: 'left' | 'right'; top: number } | null {
  const { left, width, height } = panel.getBoundingClientRect()
  const isNarrow = window.matchMedia('(max-width: 640px)').matches
  const header = document.querySelector('header')!.getBoundingClientRect()
  const screen = {
    top: Math.max(header.bottom, 0) + ROOM_FOR_NOTIFICATION,
    bottom: window.innerHeight,
  }
  // On a wide screen, the left side is also possible: it has photos where the right side has buttons.
  const lefts = isNarrow ? [left] : [left, document.documentElement.clientWidth - left - width]
  const boxesOf = (selector: string) =>
    [...document.querySelectorAll(selector)].map((element) => element.getBoundingClientRect())
  const controls = boxesOf(CONTROLS).filter((box) => box.height < LARGE)
  const content = { controls, texts: boxesOf(TEXTS) }
  const place = freePlace({ width, height, lefts }, content, screen)
  return place && { side: place.left === left ? 'right' : 'left', top: place.top + window.scrollY }
}
