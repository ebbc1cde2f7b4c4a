/** What staff does with an order, each in a dialog that says what follows: shipping, delivering, cancelling, and deciding a return. */
import { formatPaise } from '../../../server/shared/paise'
import { officeReason, shipmentInput } from '../../../server/shared/officeInput'
import { Field } from '../../components/Field'
import { statusText } from '../../components/OrderStatus'
import {
  AcceptReturnDocument,
  CancelOrderByShopDocument,
  DeliverOrderDocument,
  RefuseReturnDocument,
  ShipOrderDocument,
} from '../../data/officeOrders.generated'
import { ChangeDialog } from './ChangeDialog'
import { faultOf } from './faultOf'
import { Check, TextArea } from './fields'
import styles from './office.module.css'
import { useOrderChange, type OrderDialogProps } from './orderChange'

const CARRIERS = ['India Post', 'Blue Dart', 'Delhivery', 'DTDC', 'Ecom Express', 'Xpressbees', 'Shadowfax']

const SHIPMENT_FAULTS: Record<string, string> = {
  carrier: 'Please enter who carries it, in up to 100 characters',
  trackingNumber: 'Please enter the tracking number, in up to 100 characters',
  trackingUrl: 'Please enter a web address that begins with http, or nothing',
}

const seen = ({ office: { order } }: OrderDialogProps) => ({ number: order.number, version: order.version })
const standingOf = ({ office }: OrderDialogProps) => statusText(office.order.status)

export function ShipDialog(props: OrderDialogProps) {
  const { order } = props.office
  const { shipment } = order
  const [ship, busy] = useOrderChange(ShipOrderDocument, shipment ? 'Tracking corrected' : 'Shipped', props.refresh)
  const send = async (texts: Record<string, string>) => {
    const { data, error } = shipmentInput.safeParse(texts)
    if (error) {
      const fields = [...new Set(error.issues.map(({ path }) => String(path[0])))]
      return fields.map((field) => faultOf(field, SHIPMENT_FAULTS[field] ?? 'Please enter something else'))
    }
    return ship({ ...seen(props), ...data, trackingUrl: data.trackingUrl || null })
  }
  return (
    <ChangeDialog
      title={`${shipment ? 'Tracking of' : 'Ship'} ${order.number}`}
      action={shipment ? 'Save' : 'Ship'}
      busy={busy}
      send={send}
      standing={standingOf(props)}
      initialFocus="carrier"
      onClose={props.onClose}
    >
      {(errorOf) => (
        <>
          <Field
            label="Carrier"
            name="carrier"
            list="carriers"
            defaultValue={shipment?.carrier}
            error={errorOf('carrier')}
          />
          <datalist id="carriers">
            {CARRIERS.map((carrier) => (
              <option key={carrier} value={carrier} />
            ))}
          </datalist>
          <Field
            label="Tracking number"
            name="trackingNumber"
            autoComplete="off"
            defaultValue={shipment?.trackingNumber}
            error={errorOf('trackingNumber')}
          />
          <Field
            label="Tracking page (may be empty)"
            name="trackingUrl"
            type="url"
            placeholder="https://"
            defaultValue={shipment?.trackingUrl ?? ''}
            error={errorOf('trackingUrl')}
          />
          {!shipment && <p className={styles.hint}>Its buyer sees who carries it and where to follow it.</p>}
        </>
      )}
    </ChangeDialog>
  )
}

export function DeliverDialog(props: OrderDialogProps) {
  const { order } = props.office
  const [deliver, busy] = useOrderChange(DeliverOrderDocument, 'Delivered', props.refresh)
  return (
    <ChangeDialog
      title={`${order.number} has arrived?`}
      action="Delivered"
      busy={busy}
      send={() => deliver(seen(props))}
      standing={standingOf(props)}
      onClose={props.onClose}
    >
      {() => (
        <p>
          {order.payOnDelivery
            ? `${formatPaise(order.priceDetails.totalAmount * 100)} count as paid at the door.`
            : 'From now on its buyer can ask to send it back.'}
        </p>
      )}
    </ChangeDialog>
  )
}

const reasonFault = faultOf('reason', 'Please say why, in up to 500 characters')

export function CancelDialog(props: OrderDialogProps) {
  const { order, refundable } = props.office
  const [cancel, busy] = useOrderChange(CancelOrderByShopDocument, 'Order cancelled', props.refresh)
  const send = async (texts: Record<string, string>) => {
    const reason = officeReason.safeParse(texts['reason'])
    if (!reason.success) return [reasonFault]
    return cancel({ ...seen(props), reason: reason.data, restock: 'restock' in texts })
  }
  return (
    <ChangeDialog
      title={`Cancel ${order.number}?`}
      action="Cancel order"
      keep="Keep it"
      busy={busy}
      send={send}
      standing={standingOf(props)}
      initialFocus="reason"
      onClose={props.onClose}
    >
      {(errorOf) => (
        <>
          <p>
            {refundable > 0
              ? `${formatPaise(refundable)} go back to the buyer at once. This cannot be undone.`
              : 'No money came for it. This cannot be undone.'}
          </p>
          <TextArea label="Why (its buyer reads it)" name="reason" maxLength={500} error={errorOf('reason')} />
          <Check label="Its pieces can be sold again" name="restock" defaultChecked />
        </>
      )}
    </ChangeDialog>
  )
}

export function AcceptReturnDialog(props: OrderDialogProps) {
  const { order } = props.office
  const [accept, busy] = useOrderChange(AcceptReturnDocument, 'Return accepted', props.refresh)
  return (
    <ChangeDialog
      title={`${order.number} is back?`}
      action="Accept return"
      busy={busy}
      send={(texts) => accept({ ...seen(props), restock: 'restock' in texts })}
      standing={standingOf(props)}
      onClose={props.onClose}
    >
      {() => (
        <>
          <p>The order is returned then. Its money goes back by Refund, as a step of its own.</p>
          <Check label="Its pieces can be sold again" name="restock" />
        </>
      )}
    </ChangeDialog>
  )
}

export function RefuseReturnDialog(props: OrderDialogProps) {
  const { order } = props.office
  const [refuse, busy] = useOrderChange(RefuseReturnDocument, 'Return refused', props.refresh)
  const send = async (texts: Record<string, string>) => {
    const reason = officeReason.safeParse(texts['reason'])
    return reason.success ? refuse({ ...seen(props), reason: reason.data }) : [reasonFault]
  }
  return (
    <ChangeDialog
      title={`Refuse the return of ${order.number}?`}
      action="Refuse return"
      keep="Keep it open"
      busy={busy}
      send={send}
      standing={standingOf(props)}
      initialFocus="reason"
      onClose={props.onClose}
    >
      {(errorOf) => (
        <>
          <p>The order is delivered again, and no money goes back.</p>
          <TextArea label="Why (its buyer reads it)" name="reason" maxLength={500} error={errorOf('reason')} />
        </>
      )}
    </ChangeDialog>
  )
}
