/** The filters on small screens, where the side bar is away. */
import type { ReactNode } from 'react'
import { Button } from '../../components/Button'
import { Dialog } from '../../components/Dialog'
import styles from './ProductsPage.module.css'

interface FilterDrawerProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** 'Show 12 products' */
  showText: string
  children: ReactNode
}

export function FilterDrawer({ open, onOpenChange, showText, children }: FilterDrawerProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Filter" shape="right">
      <div className={styles.drawer}>{children}</div>
      <div className={styles.show}>
        <Button wide onClick={() => onOpenChange(false)}>
          {showText}
        </Button>
      </div>
    </Dialog>
  )
}
