/** A dialog for one of the actions that an order allows. */
import { useState, type ComponentType } from 'react'
import { useOutletContext } from 'react-router-dom'
import type { OfficeOrderAction } from '../../../generated/types'
import { NoDialog, type DialogProps } from '../kit/DialogRoute'
import { offeredActions, type OfficeOrder, type OrderDialogProps } from './orderChange'

export const actionDialog = (action: OfficeOrderAction, Dialog: ComponentType<OrderDialogProps>) =>
  function ActionDialog({ onClose }: DialogProps) {
    const office = useOutletContext<OfficeOrder>()
    // The dialog stays open if the order changes in the meantime, so typed text is not lost.
    const [isAllowed] = useState(offeredActions(office).includes(action))
    return isAllowed ? <Dialog office={office} onClose={onClose} /> : <NoDialog />
  }
