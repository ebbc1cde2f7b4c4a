/**
 * A bar with the price and the cart button at the bottom of a narrow screen. It appears after the shopper has scrolled past the page's own
 * buttons.
 */
import { useEffect, useState, type ReactNode, type RefObject } from 'react'
import styles from './BuyBar.module.css'

interface BuyBarProps {
  /** The page's buttons, which the bar replaces. */
  buttons: RefObject<HTMLElement | null>
  children: ReactNode
}

/** The height of the header, in pixels. */
const HEADER_HEIGHT = 64
/** Extends the observed area far below the screen, so that a jump past the buttons is noticed. */
const ANY_PAGE = 100_000

export function BuyBar({ buttons, children }: BuyBarProps) {
  const [passed, setPassed] = useState(false)
  const [needed, setNeeded] = useState(false)

  useEffect(() => {
    const observer = new IntersectionObserver(
      (entries) => {
        const { isIntersecting } = entries.at(-1)!
        setPassed(!isIntersecting)
        if (!isIntersecting) setNeeded(true)
      },
      { rootMargin: `-${HEADER_HEIGHT}px 0px ${ANY_PAGE}px` },
    )
    observer.observe(buttons.current!)
    return () => observer.disconnect()
  }, [buttons])

  // Once shown, the bar stays in the document, so a focused button in it keeps the focus.
  if (!needed) return null
  return (
    <div className={styles.bar} data-passed={passed || undefined} role="region" aria-label="Buy">
      {children}
    </div>
  )
}
