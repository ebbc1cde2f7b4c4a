/**
 * The filters beside the products. On small screens they are a panel, which the browser opens and closes as a popover, so that the first tap
 * works before the page's code has loaded.
 */
import { X } from 'lucide-react'
import type { FocusEvent, ReactNode } from 'react'
import { Button } from '../../../components/Button'
import styles from './FilterPanel.module.css'

interface FilterPanelProps {
  /** The button that opens the panel names it as its `popoverTarget`. */
  id: string
  /** E.g. 'Show 12 products'. */
  showText: string
  children: ReactNode
}

export function FilterPanel({ id, showText, children }: FilterPanelProps) {
  const closes = { popoverTarget: id, popoverTargetAction: 'hide' } as const
  return (
    <aside id={id} popover="auto" className={styles.panel} aria-label="Filters" onBlur={closeIfLeft}>
      {/* A tap beside the sheet only closes it. The browser's own closing would also press what is below. */}
      <button type="button" {...closes} className={styles.scrim} tabIndex={-1} aria-hidden />
      <div className={styles.sheet}>
        <div className={styles.head}>
          <h2>Filter</h2>
          <button type="button" {...closes} aria-label="Close">
            <X size={20} aria-hidden />
          </button>
        </div>
        <div className={styles.content}>{children}</div>
        <div className={styles.show}>
          <Button wide {...closes}>
            {showText}
          </Button>
        </div>
      </div>
    </aside>
  )
}

/** Unlike a dialog, a popover can be left with Tab. It would then cover the element with the focus. */
function closeIfLeft({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>): void {
  if (relatedTarget && !currentTarget.contains(relatedTarget) && currentTarget.matches(':popover-open'))
    currentTarget.hidePopover()
}
