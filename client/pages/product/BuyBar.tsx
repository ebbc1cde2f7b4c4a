/**
 * A bar with the price and the cart button at the bottom of a narrow screen. It is shown at first, and hidden while the page's own buttons are
 * fully in view.
 */
import { useEffect, useState, type ReactNode, type RefObject } from 'react'
import styles from './BuyBar.module.css'

interface BuyBarProps {
  /** The page's buttons, which the bar replaces. */
  buttons: RefObject<HTMLElement | null>
  children: ReactNode
}

/** The height of the header, in pixels. It covers the buttons. */
const HEADER_HEIGHT = 64

export function BuyBar({ buttons, children }: BuyBarProps) {
  const [isNeeded, setNeeded] = useState(true)

  useEffect(() => {
    const observer = new IntersectionObserver((entries) => setNeeded(!entries.at(-1)!.isIntersecting), {
      rootMargin: `-${HEADER_HEIGHT}px 0px 0px`,
      // A button that is half behind the bar is not in view.
      threshold: 1,
    })
    observer.observe(buttons.current!)
    return () => observer.disconnect()
  }, [buttons])

  return (
    <div className={styles.bar} data-needed={isNeeded || undefined} role="region" aria-label="Buy">
      {children}
    </div>
  )
}
