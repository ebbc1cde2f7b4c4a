/**
 * A part of the page that a button opens from one side, such as the menu. The button names it as its `popoverTarget`. The browser opens and closes
 * it as a popover, so it works before the page's code has loaded.
 */
import { X } from 'lucide-react'
import type { FocusEvent, MouseEvent, ReactNode } from 'react'
import styles from './Sheet.module.css'

interface SheetProps {
  id: string
  title: string
  side: 'left' | 'right' | 'top'
  /** True if wide screens show it in the page, without a button. */
  isSidebar?: boolean
  /** Shown instead of the title and its button. It needs a button that closes, and an element with `autoFocus`. */
  head?: ReactNode
  children: ReactNode
}

export function Sheet({ id, title, side, isSidebar, head, children }: SheetProps) {
  const closes = { popoverTarget: id, popoverTargetAction: 'hide' } as const
  return (
    <section
      id={id}
      popover="auto"
      aria-label={title}
      className={styles.sheet}
      data-sidebar={isSidebar}
      onBlur={closeIfLeft}
      onClick={closeForLink}
    >
      {/* A tap outside the content only closes the sheet. The browser would also press the link below it. */}
      <button type="button" {...closes} className={styles.scrim} tabIndex={-1} aria-hidden />
      <div className={`${styles.content} ${styles[side]}`}>
        {head ?? (
          <div className={styles.head}>
            {/* A screen reader continues at the title, and leaving the sheet closes it. */}
            <h2 ref={focusOnOpening} tabIndex={-1} autoFocus>
              {title}
            </h2>
            <button type="button" {...closes} aria-label="Close">
              <X size={20} aria-hidden />
            </button>
          </div>
        )}
        {children}
      </div>
    </section>
  )
}

/** For the element that the browser focuses when the sheet opens. React writes `autoFocus` as an attribute only on the server. */
export const focusOnOpening = (element: HTMLElement | null) => element?.setAttribute('autofocus', '')

/** Does nothing if the sheet is closed, or if the browser has no popovers. */
export const closeSheet = (sheet: HTMLElement) => 'hidePopover' in sheet && sheet.hidePopover()

/** Unlike a dialog, a popover can be left with Tab, or with Back for another page. It would then cover the element with the focus. */
function closeIfLeft({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>): void {
  if (relatedTarget && !currentTarget.contains(relatedTarget)) closeSheet(currentTarget)
}

/** A link opens another page. */
function closeForLink({ currentTarget, target }: MouseEvent<HTMLElement>): void {
  if (target instanceof Element && target.closest('a')) closeSheet(currentTarget)
}
