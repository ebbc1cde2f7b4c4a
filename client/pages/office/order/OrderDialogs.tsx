/**
 * The dialogs for staff actions on an order: ship, deliver, cancel, decide on a return, and revoke links. Each explains
 * its effect.
 */
import { formatPaise } from '../../../../server/shared/money/money'
import { shipmentInput } from '../../../../server/shared/officeInput'
import { Field } from '../../../components/form/Field'
import { useOfficeChange } from '../../../data/office/office'
import {
  AcceptReturnDocument,
  CancelOrderByShopDocument,
  DeliverOrderDocument,
  RefuseReturnDocument,
  RevokeOrderLinkDocument,
  ShipOrderDocument,
} from '../../../data/office/officeOrders.generated'
import { ChangeDialog } from '../kit/ChangeDialog'
import { faultOf } from '../kit/faultOf'
import { Check } from '../kit/fields'
import kit from '../kit/kit.module.css'
import type { OrderDialogProps } from './orderChange'
import { checkReason, OrderChangeDialog, Reason } from './OrderChangeDialog'

const CARRIERS = ['India Post', 'Blue Dart', 'Delhivery', 'DTDC', 'Ecom Express', 'Xpressbees', 'Shadowfax']

const SHIPMENT_FAULTS: Record<string, string> = {
  carrier: 'Please enter who carries it, in up to 100 characters',
  trackingNumber: 'Please enter the tracking number, in up to 100 characters',
  trackingUrl: 'Please enter a web address that begins with http, or nothing',
}

function checkShipment(texts: Record<string, string>) {
  const { data, error } = shipmentInput.safeParse(texts)
  if (!error) return { input: { ...data, trackingUrl: data.trackingUrl || null } }
  const fields = [...new Set(error.issues.map(({ path }) => String(path[0])))]
  return { faults: fields.map((field) => faultOf(field, SHIPMENT_FAULTS[field] ?? 'Please enter something else')) }
}

const restockOf = (texts: Record<string, string>) => ({ restock: 'restock' in texts })

export function ShipDialog(props: OrderDialogProps) {
  const { number, shipment } = props.office.order
  return (
    <OrderChangeDialog
      {...props}
      document={ShipOrderDocument}
      done={shipment ? 'Tracking corrected' : 'Shipped'}
      title={`${shipment ? 'Tracking of' : 'Ship'} ${number}`}
      action={shipment ? 'Save' : 'Ship'}
      initialFocus="carrier"
      check={checkShipment}
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
          {!shipment && <p className={kit.hint}>Its buyer sees who carries it and where to follow it.</p>}
        </>
      )}
    </OrderChangeDialog>
  )
}

export function DeliverDialog(props: OrderDialogProps) {
  const { number, payOnDelivery, priceDetails } = props.office.order
  return (
    <OrderChangeDialog
      {...props}
      document={DeliverOrderDocument}
      done="Delivered"
      title={`${number} has arrived?`}
      action="Delivered"
      check={() => ({ input: {} })}
    >
      {() => (
        <p>
          {payOnDelivery
            ? `${formatPaise(priceDetails.totalAmount * 100)} count as paid at the door.`
            : 'From now on its buyer can ask to send it back.'}
        </p>
      )}
    </OrderChangeDialog>
  )
}

export function CancelDialog(props: OrderDialogProps) {
  const { order, refundablePaise } = props.office
  const check = (texts: Record<string, string>) => {
    const checked = checkReason(texts)
    return 'faults' in checked ? checked : { input: { ...checked.input, ...restockOf(texts) } }
  }
  return (
    <OrderChangeDialog
      {...props}
      document={CancelOrderByShopDocument}
      done="Order cancelled"
      title={`Cancel ${order.number}?`}
      action="Cancel order"
      keep="Keep it"
      initialFocus="reason"
      check={check}
    >
      {(errorOf) => (
        <>
          <p>
            {refundablePaise > 0
              ? `${formatPaise(refundablePaise)} go back to the buyer at once. This cannot be undone.`
              : 'No money came for it. This cannot be undone.'}
          </p>
          <Reason error={errorOf('reason')} />
          <Check label="Its pieces can be sold again" name="restock" defaultChecked />
        </>
      )}
    </OrderChangeDialog>
  )
}

export const AcceptReturnDialog = (props: OrderDialogProps) => (
  <OrderChangeDialog
    {...props}
    document={AcceptReturnDocument}
    done="Return accepted"
    title={`${props.office.order.number} is back?`}
    action="Accept return"
    check={(texts) => ({ input: restockOf(texts) })}
  >
    {() => (
      <>
        <p>The order is returned then. Its money goes back by Refund, as a step of its own.</p>
        <Check label="Its pieces can be sold again" name="restock" />
      </>
    )}
  </OrderChangeDialog>
)

export const RefuseReturnDialog = (props: OrderDialogProps) => (
  <OrderChangeDialog
    {...props}
    document={RefuseReturnDocument}
    done="Return refused"
    title={`Refuse the return of ${props.office.order.number}?`}
    action="Refuse return"
    keep="Keep it open"
    initialFocus="reason"
    check={checkReason}
  >
    {(errorOf) => (
      <>
        <p>The order is delivered again, and no money goes back.</p>
        <Reason error={errorOf('reason')} />
      </>
    )}
  </OrderChangeDialog>
)

export function RevokeLinksDialog({ office: { order }, refresh, onClose }: OrderDialogProps) {
  const [revoke, { loading }] = useOfficeChange(RevokeOrderLinkDocument, 'Its links show nothing any more')
  const send = async () => {
    const outcome = await revoke({ number: order.number })
    if (outcome?.faults.length === 0) await refresh()
    return outcome && outcome.faults
  }
  return (
    <ChangeDialog
      title={`End the links to ${order.number}?`}
      action="End links"
      keep="Keep them"
      busy={loading}
      send={send}
      onClose={onClose}
    >
      {() => (
        <>
          <p>
            Every mail about this order has a link that shows it without a login. From now on those that were sent show
            nothing: good where a mail went to the wrong person, or was passed on.
          </p>
          <p>Its buyer still sees it by logging in, and the next mail has a link that works. This cannot be undone.</p>
        </>
      )}
    </ChangeDialog>
  )
}
