/** The filters on small screens, which have no sidebar. */
import type { ReactNode } from 'react'
import { Button } from '../../../components/Button'
import { Dialog } from '../../../components/Dialog'
import styles from '../ProductsPage.module.css'

interface FilterDrawerProps {
  onClose: () => void
  /** E.g. 'Show 12 products'. */
  showText: string
  children: ReactNode
}

export function FilterDrawer({ onClose, showText, children }: FilterDrawerProps) {
  return (
    <Dialog title="Filter" shape="right" onClose={onClose}>
      <div className={styles.drawer}>{children}</div>
      <div className={styles.show}>
        <Button wide onClick={onClose}>
          {showText}
        </Button>
      </div>
    </Dialog>
  )
}
