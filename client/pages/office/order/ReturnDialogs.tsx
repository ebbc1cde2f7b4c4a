/** The dialogs in which staff decide on a return, line by line, and record the pieces that are back. */
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { RETURN_REASONS, staysWithBuyer } from '../../../../server/shared/delivery/returns'
import { countedTitle } from '../../../../server/shared/setPieces'
import { Button } from '../../../components/Button'
import { focusOn } from '../../../components/keepFocus'
import form from '../../../components/form/FormDialog.module.css'
import { LinePicker, pickedPieces, type Picked } from '../../../components/order/LinePicker'
import { Photo } from '../../../components/photo/Photo'
import {
  AcceptReturnDocument,
  DecideReturnDocument,
  ReceiveReturnDocument,
  RefuseReturnDocument,
} from '../../../data/office/orderChanges.generated'
import { useOfficeChange } from '../../../data/office/officeChange'
import type { ReturnWish } from '../../../generated/types'
import { officePaths } from '../../../paths'
import { NoDialog } from '../kit/DialogRoute'
import { FormDialog } from '../../../components/form/FormDialog'
import { fieldError } from '../kit/form/fieldError'
import { Check, Choice } from '../kit/form/fields'
import { actionDialog } from './actionDialog'
import { staleOf, type OfficeOrder, type OrderDialogProps } from './orderChange'
import { checkReason, OrderChangeDialog, Reason, restockOf } from './OrderChangeDialog'
import styles from './ReturnDialogs.module.css'
import { BuyerWords, type ReturnRequest } from './Returns'

const WISHES: [ReturnWish, string][] = [
  ['REFUND', 'The money back'],
  ['REPLACEMENT', 'New pieces, in an order that costs nothing'],
]

/** Such as `2 × Speckled Mug, 1 × Moon Jar`. */
const namesOf = (lines: ReturnRequest['lines']): string =>
  lines.map((line) => countedTitle({ ...line.item, ...line })).join(', ')

function DecideReturnDialog(props: OrderDialogProps) {
  const request = props.office.order.returns.at(-1)
  return request ? <Decide {...props} request={request} /> : <NoDialog />
}

function Decide({ office, onClose, request }: OrderDialogProps & { request: ReturnRequest }) {
  const { number, version, items } = office.order
  const [decide] = useOfficeChange(DecideReturnDocument, 'Return decided')
  const [refused, setRefused] = useState<ReadonlySet<string>>(new Set())
  const [wish, setWish] = useState(request.wish)
  const [isShort, setShort] = useState(false)
  const accepted = request.lines.filter(({ item }) => !refused.has(item.id))
  const refuse = (id: string, isRefused: boolean) => {
    const others = [...refused].filter((each) => each !== id)
    setRefused(new Set(isRefused ? [...others, id] : others))
  }
  const send = async (texts: Record<string, string>) => {
    const checked = refused.size > 0 ? checkReason(texts) : { input: { reason: null } }
    if ('errors' in checked) return checked.errors
    const sent = await decide({ number, version, refused: [...refused], wish, ...checked.input })
    const found = sent && sent.errors
    setShort(found?.some(({ code }) => code === 'OUT_OF_STOCK') ?? false)
    return found && found.map((error) => (error.code === 'OUT_OF_STOCK' ? { ...error, field: 'wish' } : error))
  }
  return (
    <FormDialog
      title={`Decide on the return of ${number}`}
      action={accepted.length === 0 ? 'Refuse the return' : 'Accept the return'}
      send={send}
      stale={staleOf(office.order)}
      onClose={onClose}
    >
      {(errorOf) => (
        <>
          <ul className={styles.lines}>
            {request.lines.map((line) => (
              <DecidedLine
                key={line.item.id}
                line={line}
                image={items.find(({ id }) => id === line.item.id)!.image}
                isRefused={refused.has(line.item.id)}
                onRefuse={(isRefused) => refuse(line.item.id, isRefused)}
              />
            ))}
          </ul>
          <BuyerWords request={request} />
          {refused.size > 0 && <Reason error={errorOf('reason')} />}
          {accepted.length > 0 && (
            <fieldset className={form.choices}>
              <legend>What does the customer get?</legend>
              {WISHES.map(([value, text]) => (
                <label key={value} className={form.check}>
                  <input
                    type="radio"
                    name="wish"
                    checked={wish === value}
                    onChange={() => {
                      setWish(value)
                      setShort(false)
                    }}
                  />
                  {text}
                  {value === request.wish && ' (the customer’s wish)'}
                </label>
              ))}
            </fieldset>
          )}
          <Shortage message={errorOf('wish')} isShort={isShort} />
          {isShort && (
            <Button
              look="quiet"
              ref={focusOn}
              onClick={() => {
                setWish('REFUND')
                setShort(false)
              }}
            >
              Accept for money instead
            </Button>
          )}
          {accepted.length > 0 && <Effects accepted={accepted} wish={wish} />}
        </>
      )}
    </FormDialog>
  )
}

/** Hidden once staff choose something else. */
const Shortage = ({ message, isShort }: { message: string | undefined; isShort: boolean }) =>
  isShort &&
  message && (
    <p role="alert" className={form.error}>
      {message}
    </p>
  )

interface DecidedLineProps {
  line: ReturnRequest['lines'][number]
  image: OfficeOrder['order']['items'][number]['image']
  isRefused: boolean
  onRefuse: (isRefused: boolean) => void
}

const DecidedLine = ({ line: { item, reason, ...some }, image, isRefused, onRefuse }: DecidedLineProps) => (
  <li>
    <Photo image={image} decorative sizes="56px" />
    <fieldset className={styles.decision}>
      <legend>
        <bdi>{countedTitle({ ...item, ...some })}</bdi>: {RETURN_REASONS[reason]}
      </legend>
      {[false, true].map((refuses) => (
        <label key={String(refuses)} className={form.check}>
          <input
            type="radio"
            name={`decision ${item.id}`}
            checked={isRefused === refuses}
            onChange={() => onRefuse(refuses)}
          />
          {refuses ? 'Refuse' : 'Accept'}
        </label>
      ))}
    </fieldset>
  </li>
)

/** Says what happens with the accepted pieces, before staff press the button. */
function Effects({ accepted, wish }: { accepted: ReturnRequest['lines']; wish: ReturnWish }) {
  const kept = accepted.filter(({ reason }) => staysWithBuyer(reason))
  const awaited = accepted.filter(({ reason }) => !staysWithBuyer(reason))
  return (
    <ul className={styles.effects}>
      {kept.length > 0 && <li>Stays with the customer, because it is broken: {namesOf(kept)}.</li>}
      {awaited.length > 0 && <li>Comes back to us: {namesOf(awaited)}. Press Receive the return when it is here.</li>}
      <li>
        {wish === 'REPLACEMENT'
          ? replacementText(accepted)
          : awaited.length > 0
            ? 'When the pieces are back, press Refund to pay the price back.'
            : 'Then press Refund to pay the price back.'}
      </li>
      <li>The customer gets an email.</li>
    </ul>
  )
}

/** Where the new pieces come from. */
function replacementText(accepted: ReturnRequest['lines']): string {
  const single = accepted.filter(({ pieces, item }) => pieces > 0 || item.piecesInSet === 1)
  if (single.length === 0) return 'The new pieces leave the stock now. Pack them with the new order.'
  const others = single.length < accepted.length ? ' The others leave the stock now.' : ''
  return `Take from your shelf: ${namesOf(single)}. The stock counts whole sets, so it does not change: lower it if you open a set.${others} Pack the new pieces with the new order.`
}

function ReceiveReturnDialog({ office, onClose }: OrderDialogProps) {
  const { number, version, items, returns } = office.order
  const [receive] = useOfficeChange(ReceiveReturnDocument, 'Return received')
  const awaited = (returns.at(-1)?.lines ?? []).filter(({ state }) => state === 'ACCEPTED')
  const lines = awaited.map((line) => ({
    item: { ...items.find(({ id }) => id === line.item.id)!, title: namesOf([line]) },
    // All pieces of a line come back together.
    most: 1,
  }))
  // Single pieces of a set do not return to stock.
  const quantities = new Map(awaited.map(({ item, quantity }) => [item.id, item.piecesInSet === 1 ? 0 : quantity]))
  const [picked, setPicked] = useState<Picked>(() => Object.fromEntries([...quantities.keys()].map((id) => [id, 1])))
  const send = (texts: Record<string, string>) => {
    const back = pickedPieces(lines, picked)
    if (back.length === 0) return [fieldError('lines', 'Please choose at least one item')]
    return receive({
      number,
      version,
      lines: back.map(({ id }) => ({ id, restock: Number(texts[`restock ${id}`] ?? 0) })),
    })
  }
  return (
    <FormDialog
      title={`Receive the return of ${number}`}
      action="Receive"
      send={send}
      stale={staleOf(office.order)}
      onClose={onClose}
    >
      {(errorOf) => (
        <>
          <LinePicker legend="What is back?" lines={lines} picked={picked} onPick={setPicked} error={errorOf('lines')}>
            {({ id }) =>
              quantities.get(id) === 0 ? (
                <p>Single items of a set do not return to stock.</p>
              ) : (
                <Choice label="Return to stock" name={`restock ${id}`} defaultValue="0">
                  {Array.from({ length: quantities.get(id)! + 1 }, (_, count) => (
                    <option key={count} value={count}>
                      {count} of {quantities.get(id)}
                    </option>
                  ))}
                </Choice>
              )
            }
          </LinePicker>
          <p>If the customer gets the money back, press Refund afterwards.</p>
        </>
      )}
    </FormDialog>
  )
}

const AcceptReturnDialog = (props: OrderDialogProps) => {
  const { number, status } = props.office.order
  return (
    <OrderChangeDialog
      {...props}
      document={AcceptReturnDocument}
      done="Return accepted"
      title={status === 'SHIPPED' ? `Is the parcel of ${number} back?` : `Accept the return of ${number}?`}
      action={status === 'SHIPPED' ? 'Parcel came back' : 'Accept return'}
      check={(texts) => ({ input: restockOf(texts) })}
    >
      {() => (
        <>
          <p>
            {status === 'SHIPPED'
              ? 'This records that the parcel was sent back to us.'
              : 'This accepts all items and records that they are back. The customer gets what they asked for.'}{' '}
            If the customer paid, press Refund afterwards.
          </p>
          <Check label="Return the items to stock" name="restock" />
        </>
      )}
    </OrderChangeDialog>
  )
}

function RefuseReturnDialog(props: OrderDialogProps) {
  const { number, returns } = props.office.order
  const replacement = returns.at(-1)?.replacement ?? null
  const isDecided = props.office.actions.includes('RECEIVE_RETURN')
  return (
    <OrderChangeDialog
      {...props}
      document={RefuseReturnDocument}
      done={isDecided ? 'Return ended' : 'Return refused'}
      title={isDecided ? `End the return of ${number}?` : `Refuse the return of ${number}?`}
      action={isDecided ? 'End return' : 'Refuse return'}
      keep="Back"
      initialFocus="reason"
      check={checkReason}
    >
      {(errorOf) => (
        <>
          <p>
            {isDecided
              ? 'The shop waits no longer for the items, and refunds nothing for them.'
              : 'The order becomes delivered again, without a refund.'}
          </p>
          {isDecided && replacement !== null && (
            <p>
              The new pieces for them in order{' '}
              <Link to={officePaths.order(replacement)} className="text-link">
                {replacement}
              </Link>{' '}
              are cancelled and return to stock, unless that order is shipped already. The customer reads which.
            </p>
          )}
          <Reason error={errorOf('reason')} />
        </>
      )}
    </OrderChangeDialog>
  )
}

export const DecideReturn = actionDialog('DECIDE_RETURN', DecideReturnDialog)
export const ReceiveReturn = actionDialog('RECEIVE_RETURN', ReceiveReturnDialog)
export const AcceptReturn = actionDialog('ACCEPT_RETURN', AcceptReturnDialog)
export const RefuseReturn = actionDialog('REFUSE_RETURN', RefuseReturnDialog)
