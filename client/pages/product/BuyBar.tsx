/** Price and cart button at the bottom of a narrow screen, once those of the page have been scrolled past. */
import { useEffect, useState, type ReactNode, type RefObject } from 'react'
import styles from './BuyBar.module.css'

interface BuyBarProps {
  /** What it stands in for. */
  buttons: RefObject<HTMLElement | null>
  children: ReactNode
}

/** What the header covers, in pixels. */
const HEADER_HEIGHT = 64
/** What is still below the screen counts as seen, so that a leap over it is noticed. */
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

  // It stays in the document from then on: whoever has the focus in it keeps it.
  if (!needed) return null
  return (
    <div className={styles.bar} data-passed={passed || undefined} role="region" aria-label="Buy">
      {children}
    </div>
  )
}
