/** The dialog in which a buyer asks to return pieces of a delivered order, for a refund or a replacement. */
import { useState } from 'react'
import { returnSteps } from '../../../server/shared/delivery/returnSteps'
import {
  isReplaceable,
  MAX_RETURN_NOTE_LENGTH,
  MAX_RETURN_PHOTOS,
  RETURN_REASONS,
  returnInput,
  staysWithBuyer,
  type ReturnReason,
} from '../../../server/shared/delivery/returns'
import { formatPaise } from '../../../server/shared/money/money'
import { inSets, piecesPerItem, singly } from '../../../server/shared/setPieces'
import type { ReturnWish } from '../../generated/types'
import type { FormError } from '../../data/sendMutation'
import { useRequestReturn } from '../../data/orders/orders'
import { useQuery } from '../../data/reading'
import { SelectField, TextField } from '../form/Field'
import { FormDialog } from '../form/FormDialog'
import form from '../form/FormDialog.module.css'
import { PhotosField } from '../form/PhotosField'
import { Value } from '../Value'
import { keptCoupon } from './amounts'
import { firstPicked, LinePicker, pickableLines, pickedPieces } from './LinePicker'
import type { OrderActions_OrderFragment } from './OrderActions.generated'
import { ReturnedPriceQueryDocument, type ReturnedPriceQueryVariables } from './ReturnDialog.generated'

const REASONS = Object.entries(RETURN_REASONS) as [ReturnReason, string][]

const WISHES: [ReturnWish, string][] = [
  ['REFUND', 'Refund'],
  ['REPLACEMENT', 'Replacement'],
]

const isReason = (value: string | undefined): value is ReturnReason => value !== undefined && value in RETURN_REASONS

/** No quantity is chosen at first: someone with one broken cup of four would return all of them. */
const unitOf = (item: { quantity: number; piecesInSet: number | null }): string =>
  piecesPerItem(item) === 1 ? 'items' : `items in the set${item.quantity === 1 ? '' : 's'}`

interface ReturnDialogProps {
  order: Pick<OrderActions_OrderFragment, 'number' | 'items' | 'coupon'>
  onClose: () => void
}

export function ReturnDialog({ order: { number, items, coupon }, onClose }: ReturnDialogProps) {
  const [requestReturn] = useRequestReturn()
  // The pieces of a set are chosen singly.
  const lines = pickableLines(items, (item) =>
    singly(item, { quantity: item.returnable, pieces: item.returnablePieces }),
  ).map((line) => ({ ...line, unit: unitOf(line.item) }))
  const [picked, setPicked] = useState(() => firstPicked(lines))
  const [reasons, setReasons] = useState<Readonly<Record<string, string>>>({})
  const [wish, setWish] = useState<ReturnWish>('REFUND')
  const [photos, setPhotos] = useState<string[]>([])
  const [isUploading, setUploading] = useState(false)

  const pieces = pickedPieces(lines, picked).map(({ id, quantity: count }) => {
    const item = items.find((each) => each.id === id)!
    return { id, item, ...inSets(item, count) }
  })
  const given = pieces.map(({ id }) => reasons[id])
  const isBroken = given.some((reason) => reason !== undefined && staysWithBuyer(reason))
  const asked = pieces.flatMap(({ id, item, ...some }) => {
    const reason = reasons[id]
    return isReason(reason) ? [{ ...item, ...some, reason, state: 'REQUESTED' as const, isBack: false }] : []
  })
  const chosen = given.filter(isReason)
  const mayReplace = chosen.length > 0 && chosen.every(isReplaceable)
  const gets = mayReplace ? wish : 'REFUND'
  const isDivided = chosen.some(isReplaceable) && !mayReplace

  const check = (note: string): FormError | null => {
    const uncounted = lines.find(({ item }) => picked[item.id] === null)
    if (uncounted)
      return { field: `quantity ${uncounted.item.id}`, message: `Please choose how many ${uncounted.unit}` }
    if (pieces.length === 0) return { field: 'lines', message: 'Please choose at least one item' }
    const without = pieces.find(({ id }) => !isReason(reasons[id]))
    if (without) return { field: `reason ${without.id}`, message: 'Please choose a reason' }
    const isOther = given.includes('OTHER')
    const { error: invalid } = returnInput.safeParse({ reason: isOther ? 'OTHER' : given[0], note })
    return invalid ? { field: 'note', message: 'Please say why, in up to 500 characters' } : null
  }
  const send = ({ note = '' }: Record<string, string>) => {
    const invalid = check(note)
    if (invalid) return [invalid]
    const wanted = pieces.map(({ item: _item, ...piece }) => ({ ...piece, reason: reasons[piece.id] as ReturnReason }))
    return requestReturn({
      number,
      reason: wanted[0]!.reason,
      note,
      lines: wanted,
      wish: gets,
      photos,
    })
  }
  return (
    <FormDialog
      title={`Return ${number}`}
      action="Request return"
      keep={null}
      unavailable={isUploading}
      send={send}
      onClose={onClose}
    >
      {(errorOf, { busy }) => {
        const reasonErrors = Object.fromEntries(pieces.map(({ id }) => [id, errorOf(`reason ${id}`)]))
        const quantityErrors = Object.fromEntries(
          lines.map(({ item: { id } }) => {
            // Also read for a line with a quantity, because the dialog itself would show it otherwise.
            const error = errorOf(`quantity ${id}`)
            return [id, picked[id] === null ? error : undefined]
          }),
        )
        return (
          <>
            <LinePicker
              legend="What do you want to return?"
              lines={lines}
              picked={picked}
              onPick={setPicked}
              error={errorOf('lines')}
              quantityErrors={quantityErrors}
            >
              {({ id, title }) => (
                <SelectField
                  label="Why?"
                  aria-label={`Why do you return ${title}?`}
                  name={`reason ${id}`}
                  value={reasons[id] ?? ''}
                  onChange={({ target }) => setReasons({ ...reasons, [id]: target.value })}
                  error={reasonErrors[id]}
                >
                  <option value="">Choose a reason</option>
                  {REASONS.map(([reason, text]) => (
                    <option key={reason} value={reason}>
                      {text}
                    </option>
                  ))}
                </SelectField>
              )}
            </LinePicker>
            {mayReplace && (
              <fieldset className={form.choices}>
                <legend>What would you like?</legend>
                {WISHES.map(([value, text]) => (
                  <label key={value} className={form.check}>
                    <input type="radio" name="wish" checked={wish === value} onChange={() => setWish(value)} />
                    {text}
                  </label>
                ))}
              </fieldset>
            )}
            {isDivided && (
              <p>
                We refund items that you no longer want. If you want a replacement for the others, return only those
                first.
              </p>
            )}
            {asked.length > 0 && (
              <p className={form.notice}>
                {isBroken && 'Please add a photo of the damage. '}
                {returnSteps({ lines: asked, wish: gets, requestedAt: new Date() })}
              </p>
            )}
            {gets === 'REFUND' && pieces.length > 0 && (
              <Price number={number} lines={pieces.map(({ item: _item, ...piece }) => piece)} />
            )}
            {coupon && (
              <p>{keptCoupon(coupon)} For the others, we refund what you paid: their price with the coupon.</p>
            )}
            <TextField
              label={given.includes('OTHER') ? 'More details' : 'More details (optional)'}
              name="note"
              maxLength={MAX_RETURN_NOTE_LENGTH}
              error={errorOf('note')}
            />
            <PhotosField
              photos={photos}
              onChange={setPhotos}
              most={MAX_RETURN_PHOTOS}
              isUploading={isUploading}
              disabled={busy}
              onUploading={setUploading}
              error={errorOf('photos')}
            />
          </>
        )
      }}
    </FormDialog>
  )
}

/** Renders nothing until the server has said the sum, and for a replacement, which was not paid. */
function Price({ number, lines }: { number: string; lines: ReturnedPriceQueryVariables['lines'] }) {
  // No loader: the sum depends on what the buyer chooses.
  const { data } = useQuery(ReturnedPriceQueryDocument, { variables: { number, lines }, fetchPolicy: 'no-cache' })
  const paise = data?.me?.order?.returnPaise
  return (
    <p aria-live="polite">
      {paise ? (
        <>
          Refund: <Value>{formatPaise(paise)}</Value>
        </>
      ) : null}
    </p>
  )
}
