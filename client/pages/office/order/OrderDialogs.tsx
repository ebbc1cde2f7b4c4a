/**
 * The dialogs for staff actions on an order: ship, deliver, change the address, and revoke links. Each explains its effect.
 * CancelDialog.tsx and ReturnDialogs.tsx have the others.
 */
import { useOutletContext } from 'react-router-dom'
import { COURIERS, trackingLink } from '../../../../server/shared/delivery/couriers'
import { formatPaise } from '../../../../server/shared/money/money'
import { STATES } from '../../../../server/shared/money/states'
import { shipmentInput, shipmentMessage } from '../../../../server/shared/officeInput'
import { Field } from '../../../components/form/Field'
import { payablePaise } from '../../../components/order/amounts'
import { OrderAddressDialog } from '../../../components/order/OrderAddressDialog'
import type { AddressInput } from '../../../generated/types'
import { useOfficeChange } from '../../../data/office/officeChange'
import { lastCourier } from '../../../data/office/packing'
import {
  ChangeOrderAddressByShopDocument,
  DeliverOrderDocument,
  RevokeOrderLinkDocument,
  SetPlaceOfSupplyDocument,
  ShipOrderDocument,
} from '../../../data/office/orderChanges.generated'
import { useMay } from '../kit/accessContext'
import { NoDialog, type DialogProps } from '../kit/DialogRoute'
import { FormDialog } from '../../../components/form/FormDialog'
import { fieldError } from '../kit/form/fieldError'
import { Check, Choice } from '../kit/form/fields'
import kit from '../kit/kit.module.css'
import { inOneParcel } from '../kit/parcel'
import { actionDialog } from './actionDialog'
import type { OfficeOrder, OrderDialogProps } from './orderChange'
import { OrderChangeDialog } from './OrderChangeDialog'
import { useOrderChange } from './useOrderChange'

const SHIPMENT_ERRORS: Record<string, string> = {
  carrier: 'Please enter the courier, in up to 100 characters',
  trackingUrl: 'Please enter a web address that begins with http, or leave this empty',
}

function checkShipment(texts: Record<string, string>) {
  const { data, error } = shipmentInput.safeParse(texts)
  if (!error) {
    const { carrier, trackingNumber, trackingUrl } = data
    const { sharesParcelWith } = texts
    return {
      input: {
        ...data,
        trackingUrl: trackingLink(carrier, trackingNumber, trackingUrl),
        sharesParcelWith: sharesParcelWith ? [sharesParcelWith] : null,
      },
    }
  }
  const fields = [...new Set(error.issues.map(({ path }) => String(path[0])))]
  return {
    errors: fields.map((field) =>
      fieldError(field, SHIPMENT_ERRORS[field] ?? shipmentMessage({ trackingNumber: texts['trackingNumber'] })(field)),
    ),
  }
}

function ShipDialog(props: OrderDialogProps) {
  const { number, shipment } = props.office.order
  const carrier = shipment?.carrier ?? lastCourier().name
  // A link that follows from the number must change with it.
  const isOwnLink = shipment && shipment.trackingUrl !== trackingLink(shipment.carrier, shipment.trackingNumber)
  return (
    <OrderChangeDialog
      {...props}
      document={ShipOrderDocument}
      done={shipment ? 'Tracking corrected' : 'Order shipped'}
      title={`${shipment ? 'Tracking for' : 'Ship'} ${number}`}
      action={shipment ? 'Save' : 'Ship'}
      initialFocus={carrier ? 'trackingNumber' : 'carrier'}
      check={checkShipment}
    >
      {(errorOf, { errors }) => (
        <>
          <Field label="Courier" name="carrier" list="carriers" defaultValue={carrier} error={errorOf('carrier')} />
          <datalist id="carriers">
            {COURIERS.map((carrier) => (
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
          {errors.map(
            ({ orderNumber: other }) =>
              other && <Check key={other} name="sharesParcelWith" value={other} label={inOneParcel(number, other)} />,
          )}
          <Field
            label="Tracking link (optional)"
            name="trackingUrl"
            type="url"
            placeholder="https://"
            defaultValue={(isOwnLink && shipment.trackingUrl) || ''}
            hint="We add the courier's tracking page."
            error={errorOf('trackingUrl')}
          />
          {!shipment && (
            <p className={kit.hint}>The customer will see the courier, the tracking number and the link.</p>
          )}
        </>
      )}
    </OrderChangeDialog>
  )
}

function DeliverDialog(props: OrderDialogProps) {
  const { order } = props.office
  const { number, payOnDelivery } = order
  return (
    <OrderChangeDialog
      {...props}
      document={DeliverOrderDocument}
      done="Order delivered"
      title={`Mark ${number} as delivered?`}
      action="Mark as delivered"
      check={() => ({ input: {} })}
    >
      {() => (
        <p>
          {payOnDelivery
            ? `This records a cash on delivery payment of ${formatPaise(payablePaise(order))}.`
            : 'The customer can then request a return.'}
        </p>
      )}
    </OrderChangeDialog>
  )
}

/** The value of the choice in place of a state. */
const ABROAD = 'abroad'

const TellPlaceDialog = (props: OrderDialogProps) => (
  <OrderChangeDialog
    {...props}
    document={SetPlaceOfSupplyDocument}
    done="Place of supply set"
    title={`Where is ${props.office.order.number} supplied?`}
    action="Save"
    keep="Back"
    initialFocus="state"
    check={({ state }) =>
      state
        ? { input: { state: state === ABROAD ? null : state } }
        : { errors: [fieldError('state', 'Please choose a state, or Outside India')] }
    }
  >
    {(errorOf) => (
      <>
        <p>
          The taxes of the invoice follow from the place: CGST and SGST in your own state, IGST elsewhere. The total
          stays. Ask the customer if the address is not clear.
        </p>
        <Choice label="Place of supply" name="state" defaultValue="" error={errorOf('state')}>
          <option value="">Choose…</option>
          <option value={ABROAD}>Outside India</option>
          {STATES.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </Choice>
      </>
    )}
  </OrderChangeDialog>
)

/** Does not depend on the order's state. */
export function RevokeLinks({ onClose }: DialogProps) {
  const { order } = useOutletContext<OfficeOrder>()
  const mayChange = useMay('write_orders')
  const [revoke] = useOfficeChange(RevokeOrderLinkDocument, 'Order links disabled')
  const send = () => revoke({ number: order.number })
  if (!mayChange) return <NoDialog />
  return (
    <FormDialog
      title={`Disable the links to ${order.number}?`}
      action="Disable links"
      keep="Keep links"

      send={send}
      onClose={onClose}
    >
      {() => (
        <>
          <p>
            Every email about this order has a link that shows the order without a login. The links sent so far will
            stop working. Use this if an email reached the wrong person.
          </p>
          <p>
            The customer can still see the order after a login, and the next email has a new link. This cannot be
            undone.
          </p>
        </>
      )}
    </FormDialog>
  )
}

export const Ship = actionDialog('SHIP', ShipDialog)
export const Deliver = actionDialog('DELIVER', DeliverDialog)
function ChangeAddressDialog({ office, onClose }: OrderDialogProps) {
  const { number, deliveryAddress } = office.order
  const change = useOrderChange(ChangeOrderAddressByShopDocument, 'Address changed', office)
  const send = (address: AddressInput, acceptChanges: boolean) =>
    change((version) => ({ number, version, address, acceptChanges }))
  return <OrderAddressDialog number={number} address={deliveryAddress} send={send} onClose={onClose} />
}

export const ChangeAddress = actionDialog('CHANGE_ADDRESS', ChangeAddressDialog)
export const TellPlace = actionDialog('SET_PLACE', TellPlaceDialog)
