/** The dialog for a new or saved address. It is open while it is mounted, and its code loads on first use. */
import { lazy, Suspense } from 'react'
import type { AddressDialogProps } from './AddressFormDialog'

const AddressFormDialog = lazy(async () => ({ default: (await import('./AddressFormDialog')).AddressFormDialog }))

export const AddressDialog = (props: AddressDialogProps) => (
  <Suspense>
    <AddressFormDialog {...props} />
  </Suspense>
)
