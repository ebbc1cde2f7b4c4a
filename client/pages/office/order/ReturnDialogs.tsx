/** The dialogs in which staff answer a return, line by line, and record the pieces that are back. The refund follows in its own dialog. */
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { isReplaceable, RETURN_REASONS, staysWithBuyer } from '../../../../server/shared/delivery/returns'
import { formatPaise } from '../../../../server/shared/money/money'
import { countedTitle, inSets, singly } from '../../../../server/shared/setPieces'
import { Button } from '../../../components/Button'
import { focusOn } from '../../../components/keepFocus'
import form from '../../../components/form/FormDialog.module.css'
import { LinePicker, pickedPieces, type Picked } from '../../../components/order/LinePicker'
import { Photo } from '../../../components/photo/Photo'
import { Value } from '../../../components/Value'
import {
  AcceptReturnDocument,
  DecideReturnDocument,
  ReceiveReturnDocument,
  RefuseReturnDocument,
} from '../../../data/office/orderChanges.generated'
import type { ReturnWish } from '../../../generated/types'
import { officePaths } from '../../../paths'
import { NoDialog, useNextDialog } from '../kit/DialogRoute'
import { FormDialog } from '../../../components/form/FormDialog'
import { fieldError } from '../kit/form/fieldError'
import { Check, Choice } from '../kit/form/fields'
import { actionDialog } from './actionDialog'
import { staleOf, type OfficeOrder, type OrderDialogProps } from './orderChange'
import { checkReason, OrderChangeDialog, Reason, restockOf } from './OrderChangeDialog'
import { priceOfPieces, restockableOf, type Stocked } from './refundAmount'
import styles from './ReturnDialogs.module.css'
import { BuyerWords, type ReturnRequest } from './Returns'
import { useOrderChange } from './useOrderChange'

const WISHES: [ReturnWish, string][] = [
  ['REFUND', 'Refund'],
  ['REPLACEMENT', 'Free replacement'],
]

type ReturnedLine = ReturnRequest['lines'][number]

/** The number of single items. */
const countOf = (line: ReturnedLine): number => singly(line.item, line)

/** The line with this number of its single items. Empty if there are none. */
const someOf = (line: ReturnedLine, count: number): ReturnedLine[] =>
  count > 0 ? [{ ...line, ...inSets(line.item, count) }] : []

/** Such as `2 × Speckled Mug, 1 × Moon Jar`. */
const namesOf = (lines: ReturnRequest['lines']): string =>
  lines.map((line) => countedTitle({ ...line.item, ...line })).join(', ')

function AnswerReturnDialog(props: OrderDialogProps) {
  const request = props.office.order.returns.at(-1)
  return request ? <Answer {...props} request={request} /> : <NoDialog />
}

type Reply = 'accept' | 'refuse' | 'some'

function Answer({ office, onClose, request }: OrderDialogProps & { request: ReturnRequest }) {
  const { number, items } = office.order
  const answer = useOrderChange(DecideReturnDocument, 'Return answered', office)
  const openNext = useNextDialog()
  const [reply, setReply] = useState<Reply>('accept')
  /** The number of single items of each line that staff refuse if they accept only some. */
  const [marked, setMarked] = useState<Readonly<Record<string, number>>>({})
  const [wanted, setWish] = useState(request.wish)
  const [isShort, setShort] = useState(false)
  const refusedOf = (line: ReturnedLine) =>
    reply === 'refuse' ? countOf(line) : reply === 'some' ? (marked[line.item.id] ?? 0) : 0
  const refused = request.lines.flatMap((line) => someOf(line, refusedOf(line)))
  const accepted = request.lines.flatMap((line) => someOf(line, countOf(line) - refusedOf(line)))
  const mayReplace = accepted.every(({ reason }) => isReplaceable(reason))
  const wish = mayReplace ? wanted : 'REFUND'
  const isRefundNext =
    wish === 'REFUND' && office.actions.includes('REFUND') && accepted.some(({ reason }) => staysWithBuyer(reason))
  const send = async (texts: Record<string, string>) => {
    const checked = refused.length > 0 ? checkReason(texts) : { input: { reason: null } }
    if ('errors' in checked) return checked.errors
    const refusedLines = refused.map(({ item: { id }, quantity, pieces }) => ({ id, quantity, pieces }))
    const sent = await answer((version) => ({ number, version, refusedLines, wish, ...checked.input }))
    const found = sent && sent.errors
    setShort(found?.some(({ code }) => code === 'OUT_OF_STOCK') ?? false)
    if (isRefundNext && found?.length === 0) {
      openNext('refund-due')
      return null
    }
    return found && found.map((error) => (error.code === 'OUT_OF_STOCK' ? { ...error, field: 'wish' } : error))
  }
  return (
    <FormDialog
      title={`Answer the return of ${number}`}
      action={accepted.length === 0 ? 'Refuse the return' : 'Accept the return'}
      send={send}
      stale={staleOf(office.order)}
      onClose={onClose}
    >
      {(errorOf) => (
        <>
          <ul className={styles.lines}>
            {request.lines.map((line) => (
              <ReturnedItems
                key={line.item.id}
                line={line}
                image={items.find(({ id }) => id === line.item.id)!.image}
                {...(reply === 'some' && {
                  refused: refusedOf(line),
                  onRefuse: (count: number) => setMarked({ ...marked, [line.item.id]: count }),
                })}
              />
            ))}
          </ul>
          <BuyerWords request={request} />
          <fieldset className={form.choices}>
            <legend>Your answer</legend>
            {repliesFor(request).map(([value, text]) => (
              <label key={value} className={form.check}>
                <input type="radio" name="reply" checked={reply === value} onChange={() => setReply(value)} />
                {text}
              </label>
            ))}
          </fieldset>
          {refused.length > 0 && <Reason error={errorOf('reason')} />}
          {accepted.length > 0 && (
            <fieldset className={form.choices}>
              <legend>What does the customer get?</legend>
              {WISHES.filter(([value]) => mayReplace || value === 'REFUND').map(([value, text]) => (
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
              Give a refund instead
            </Button>
          )}
          {accepted.length > 0 && (
            <Effects office={office} accepted={accepted} wish={wish} isRefundNext={isRefundNext} />
          )}
        </>
      )}
    </FormDialog>
  )
}

const repliesFor = ({ lines }: ReturnRequest): [Reply, string][] =>
  lines.length === 1 && countOf(lines[0]!) === 1
    ? [
        ['accept', 'Accept'],
        ['refuse', 'Refuse'],
      ]
    : [
        ['accept', 'Accept all items'],
        ['some', 'Accept some items'],
        ['refuse', 'Refuse all items'],
      ]

/** Hidden once staff choose something else. */
const Shortage = ({ message, isShort }: { message: string | undefined; isShort: boolean }) =>
  isShort &&
  message && (
    <p role="alert" className={form.error}>
      {message}
    </p>
  )

interface ReturnedItemsProps {
  line: ReturnedLine
  image: OfficeOrder['order']['items'][number]['image']
  /** The number of single items that staff refuse. */
  refused?: number
  /** Set if staff decide on each item. */
  onRefuse?: (count: number) => void
}

const ReturnedItems = ({ line, image, refused = 0, onRefuse }: ReturnedItemsProps) => (
  <li>
    <Photo image={image} decorative sizes="56px" />
    <fieldset className={styles.decision}>
      <legend>
        <bdi>{countedTitle({ ...line.item, ...line })}</bdi>: {RETURN_REASONS[line.reason]}
      </legend>
      {onRefuse && countOf(line) > 1 && (
        <Choice
          label="Accept"
          aria-label={`Accept of ${line.item.title}`}
          value={countOf(line) - refused}
          onChange={({ target }) => onRefuse(countOf(line) - Number(target.value))}
        >
          {Array.from({ length: countOf(line) + 1 }, (_, refuses) => (
            <option key={refuses} value={countOf(line) - refuses}>
              {countOf(line) - refuses} of {countOf(line)} items
            </option>
          ))}
        </Choice>
      )}
      {onRefuse &&
        countOf(line) === 1 &&
        [0, 1].map((refuses) => (
          <label key={refuses} className={form.check}>
            <input
              type="radio"
              name={`decision ${line.item.id}`}
              checked={refused === refuses}
              onChange={() => onRefuse(refuses)}
            />
            {refuses ? 'Refuse' : 'Accept'}
          </label>
        ))}
    </fieldset>
  </li>
)

interface EffectsProps {
  office: OfficeOrder
  accepted: ReturnRequest['lines']
  wish: ReturnWish
  /** True if the refund dialog follows. */
  isRefundNext: boolean
}

/** Says what happens with the accepted pieces, before staff press the button. */
function Effects({ office, accepted, wish, isRefundNext }: EffectsProps) {
  const kept = accepted.filter(({ reason }) => staysWithBuyer(reason))
  const awaited = accepted.filter(({ reason }) => !staysWithBuyer(reason))
  return (
    <ul className={styles.effects}>
      {wish === 'REPLACEMENT' ? (
        <li>{replacementText(accepted, awaited)}</li>
      ) : (
        <li>
          The price of {kept.length + awaited.length === 1 && countOf(accepted[0]!) === 1 ? 'the item' : 'the items'}:{' '}
          <strong>
            <Value>{formatPaise(priceOf(office, accepted))}</Value>
          </strong>
          . {refundEffect(awaited.length > 0, isRefundNext)}
        </li>
      )}
      {kept.length > 0 && <li>Broken, so the customer keeps it: {namesOf(kept)}.</li>}
      {awaited.length > 0 && <li>Comes back to us: {namesOf(awaited)}. Press Items are back when it is here.</li>}
      <li>The customer gets an email.</li>
    </ul>
  )
}

/** Where the replaced items come from, and when the replacement is sent: not before what has to come back. */
function replacementText(accepted: ReturnRequest['lines'], awaited: ReturnRequest['lines']): string {
  const single = accepted.filter(({ pieces, item }) => pieces > 0 || item.piecesInSet === 1)
  const ship =
    awaited.length > 0
      ? `The replacement is an order of its own. Ship it when we have ${namesOf(awaited)} back.`
      : 'The replacement is an order of its own. Pack and ship it now.'
  if (single.length === 0) return `The replacement leaves the stock now. ${ship}`
  const others = single.length < accepted.length ? ' The others leave the stock now.' : ''
  return `Take from your shelf: ${namesOf(single)}. The stock counts whole sets, so it does not change: lower it if you open a set.${others} ${ship}`
}

/** What the refund of these pieces is, in paise. */
const priceOf = (office: OfficeOrder, lines: readonly ReturnedLine[]): number =>
  Math.min(office.refundablePaise, priceOfPieces(office, new Map(lines.map((line) => [line.item.id, countOf(line)]))))

function refundEffect(isAwaited: boolean, isRefundNext: boolean): string {
  if (isRefundNext) return isAwaited ? 'The refund of the broken items follows now.' : 'The refund follows now.'
  return isAwaited
    ? 'The refund follows when the items are back.'
    : 'Someone with the permission for refunds pays the price back.'
}

/** How many of a line's items can return to stock: a refund may have put some back before. */
const mostOnReturn = (office: Stocked, { item, quantity }: ReturnedLine): number =>
  Math.min(quantity, restockableOf(office, item.id))

/** How many of them probably do. A wrong item is another product than the line names. */
export const goodOnReturn = (office: Stocked, line: ReturnedLine): number =>
  staysWithBuyer(line.reason) || line.reason === 'WRONG_ITEM' ? 0 : mostOnReturn(office, line)

function ReceiveItemsDialog({ office, onClose }: OrderDialogProps) {
  const { number, items, returns } = office.order
  const receive = useOrderChange(ReceiveReturnDocument, 'Items received', office)
  const openNext = useNextDialog()
  const request = returns.at(-1)
  const isRefundNext = request?.wish === 'REFUND' && office.actions.includes('REFUND')
  const awaited = (request?.lines ?? []).filter(({ state }) => state === 'ACCEPTED')
  const lines = awaited.map((line) => ({
    item: { ...items.find(({ id }) => id === line.item.id)!, title: namesOf([line]) },
    // All pieces of a line come back together.
    most: 1,
  }))
  const [picked, setPicked] = useState<Picked>(() => Object.fromEntries(awaited.map(({ item }) => [item.id, 1])))
  const send = async (texts: Record<string, string>) => {
    const back = pickedPieces(lines, picked)
    if (back.length === 0) return [fieldError('lines', 'Please choose at least one item')]
    const received = back.map(({ id }) => ({ id, restock: Number(texts[`restock ${id}`] ?? 0) }))
    const sent = await receive((version) => ({ number, version, lines: received }))
    if (!isRefundNext || sent?.errors.length !== 0) return sent
    openNext('refund-due')
    return null
  }
  return (
    <FormDialog
      title={`Are the items of ${number} back?`}
      action="Items are back"
      send={send}
      stale={staleOf(office.order)}
      onClose={onClose}
    >
      {(errorOf) => (
        <>
          <LinePicker legend="What is back?" lines={lines} picked={picked} onPick={setPicked} error={errorOf('lines')}>
            {({ id }) => <ReturnToStock office={office} line={awaited.find(({ item }) => item.id === id)!} />}
          </LinePicker>
          {isRefundNext && <p>The refund for them follows now.</p>}
        </>
      )}
    </FormDialog>
  )
}

function ReturnToStock({ office, line }: { office: OfficeOrder; line: ReturnedLine }) {
  const most = mostOnReturn(office, line)
  if (line.quantity === 0 || line.item.piecesInSet === 1) return <p>Single items of a set do not return to stock.</p>
  if (most === 0) return <p>They do not return to stock: they did so before, or their set is incomplete.</p>
  return (
    <Choice label="Return to stock" name={`restock ${line.item.id}`} defaultValue={goodOnReturn(office, line)}>
      {Array.from({ length: most + 1 }, (_, count) => (
        <option key={count} value={count}>
          {count} of {most}
        </option>
      ))}
    </Choice>
  )
}

const ReceiveParcelDialog = (props: OrderDialogProps) => (
  <OrderChangeDialog
    {...props}
    document={AcceptReturnDocument}
    done="Parcel received"
    title={`Is the parcel of ${props.office.order.number} back?`}
    action="Parcel came back"
    check={(texts) => ({ input: restockOf(texts) })}
  >
    {() => (
      <>
        <p>This records that the parcel was sent back to us. If the customer paid, press Refund afterwards.</p>
        {props.office.restockable.length > 0 && <Check label="Return the items to stock" name="restock" />}
      </>
    )}
  </OrderChangeDialog>
)

function EndReturnDialog(props: OrderDialogProps) {
  const { number, returns } = props.office.order
  const replacement = returns.at(-1)?.replacement ?? null
  return (
    <OrderChangeDialog
      {...props}
      document={RefuseReturnDocument}
      done="Return ended"
      title={`End the return of ${number}?`}
      action="End return"
      keep="Back"
      initialFocus="reason"
      check={checkReason}
    >
      {(errorOf) => (
        <>
          <p>The shop waits no longer for the items, and refunds nothing for them.</p>
          {replacement !== null && (
            <p>
              The replacement for them in order{' '}
              <Link to={officePaths.order(replacement)} className="text-link">
                {replacement}
              </Link>{' '}
              is cancelled and returns to stock, unless that order is shipped already. The customer reads which.
            </p>
          )}
          <Reason error={errorOf('reason')} />
        </>
      )}
    </OrderChangeDialog>
  )
}

export const AnswerReturn = actionDialog('DECIDE_RETURN', AnswerReturnDialog)
export const ReceiveItems = actionDialog('RECEIVE_RETURN', ReceiveItemsDialog)
export const ReceiveParcel = actionDialog('ACCEPT_RETURN', ReceiveParcelDialog)
export const EndReturn = actionDialog('REFUSE_RETURN', EndReturnDialog)
