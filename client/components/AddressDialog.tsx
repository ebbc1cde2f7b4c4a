/** The dialog of a new or saved address, loaded when it is first opened. */
import { lazy, Suspense, useState } from 'react'
import type { AddressDialogProps } from './AddressFormDialog'

const AddressFormDialog = lazy(async () => ({ default: (await import('./AddressFormDialog')).AddressFormDialog }))

export function AddressDialog(props: AddressDialogProps) {
  const [wanted, setWanted] = useState(false)
  if (props.address !== null && !wanted) setWanted(true)
  return <Suspense>{wanted && <AddressFormDialog {...props} />}</Suspense>
}
