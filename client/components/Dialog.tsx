/**
 * A modal dialog, open while it is mounted. A separate open state could contradict the mounted state, so dialogs have no closing animation.
 * It traps the focus, closes on Escape, and restores the focus afterwards.
 */
import { X } from 'lucide-react'
import * as Radix from '@radix-ui/react-dialog'
import { useRef, type ReactNode } from 'react'
import { restoreFocus } from './keepFocus'
import styles from './Dialog.module.css'

interface DialogProps {
  onClose: () => void
  title: ReactNode
  /** The name of the field to focus first. Defaults to the heading, so that a screen reader begins with the question. */
  initialFocus?: string
  children: ReactNode
}

export function Dialog({ onClose, title, initialFocus, children }: DialogProps) {
  const opener = useRef<Element | null>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  return (
    <Radix.Root open onOpenChange={onClose}>
      <Radix.Portal>
        <Radix.Overlay className={styles.scrim} />
        <Radix.Content
          className={styles.content}
          aria-describedby={undefined}
          onOpenAutoFocus={(event) => {
            opener.current = document.activeElement
            const first = initialFocus && document.getElementsByName(initialFocus)[0]
            event.preventDefault()
            ;(first || heading.current)?.focus()
          }}
          // Radix returns the focus to its own trigger element. These dialogs are opened from elsewhere, and the opener
          // may have been removed by now.
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            const { current } = opener
            // The body is not a control: it had the focus if the page opened together with the dialog.
            if (current instanceof HTMLElement && current.isConnected && current !== document.body) current.focus()
            else restoreFocus()
          }}
        >
          <div className={styles.head}>
            <Radix.Title ref={heading} tabIndex={-1} className={styles.title}>
              {title}
            </Radix.Title>
            <Radix.Close className={styles.close} aria-label="Close">
              <X size={20} aria-hidden />
            </Radix.Close>
          </div>
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
