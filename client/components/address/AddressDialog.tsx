/** The dialog of a new or saved address, open while it is mounted and loaded when it is first opened. */
import { lazy, Suspense } from 'react'
import type { AddressDialogProps } from './AddressFormDialog'

const AddressFormDialog = lazy(async () => ({ default: (await import('./AddressFormDialog')).AddressFormDialog }))

export const AddressDialog = (props: AddressDialogProps) => (
  <Suspense>
    <AddressFormDialog {...props} />
  </Suspense>
)
