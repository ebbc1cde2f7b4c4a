/** The packing table with its courier, its ticks and the buttons that ship and print the ticked orders. */
import { useEffect, useRef, useState } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { dayInIndia } from '../../../../server/shared/delivery/delivery'
import { formatPaise } from '../../../../server/shared/money/money'
import { counted } from '../../../../server/shared/sentences'
import { Button } from '../../../components/Button'
import { formatDate, formatDay, formatMoment } from '../../../components/days'
import { payablePaise } from '../../../components/order/amounts'
import { Value } from '../../../components/Value'
import { keepOrderList } from '../../../data/office/orderList'
import { keepDrafts, lastCourier, readDrafts } from '../../../data/office/packing'
import { officePaths } from '../../../paths'
import { useMay } from '../kit/accessContext'
import { DataTable, type Column } from '../kit/DataTable'
import { Check } from '../kit/form/fields'
import kit from '../kit/kit.module.css'
import { byDueDay, formatWeight, packedItems, promisedDayOf, weightOf } from '../kit/parcel'
import table from '../kit/Table.module.css'
import { CourierFields, isKnown } from './CourierFields'
import { alikeTo, EMPTY, isTicked, nextRow, repeated, sharing, withNumber, type Entry } from './entries'
import styles from './PackingPage.module.css'
import { numbersOf, planPaste, whyTooMuch, type PasteChoices, type PastePlan, type Target } from './paste'
import { PastePreview } from './PastePreview'
import { fieldOf, TrackingCell } from './TrackingCell'
import { courierError, useShipping, type CourierError, type PackingRow } from './useShipping'

/** Pasted cells that staff check before they are filled in. */
interface Pasted {
  /** The order of the row in which they were pasted. */
  order: string
  cells: string[][]
  choices: PasteChoices
}

const linkOf = (order: string): string => `link-${order}`

const initialEntries = (): Record<string, Entry> =>
  Object.fromEntries(Object.entries(readDrafts()).map(([order, draft]) => [order, { ...EMPTY, ...draft }]))

export function PackingTable({ loaded }: { loaded: PackingRow[] }) {
  const mayShip = useMay('write_orders')
  const navigate = useNavigate()
  const shipButton = useRef<HTMLButtonElement>(null)
  const courierFields = useRef<HTMLDivElement>(null)
  const [seen, setSeen] = useState(loaded)
  const [orders, setOrders] = useState(() => byDueDay(loaded))
  const [entries, setEntries] = useState(initialEntries)
  const [{ courier, isOther }, setCourier] = useState(() => {
    const last = lastCourier()
    return { courier: last, isOther: !isKnown(last.name) }
  })
  const [wrongCourier, setWrongCourier] = useState<CourierError | null>(null)
  const [message, setMessage] = useState('')
  const [failed, setFailed] = useState<string | null>(null)
  /** The repeated numbers that staff were asked about. */
  const [asked, setAsked] = useState('')
  const [pasted, setPasted] = useState<Pasted | null>(null)
  // Shipped orders stay in the table until the page is loaded again.
  if (loaded !== seen) {
    setSeen(loaded)
    setOrders(byDueDay(loaded))
  }

  const rows: Target[] = orders.map(({ order: { number: order, deliveryAddress } }) => ({
    order,
    name: deliveryAddress.name,
    zipCode: deliveryAddress.zipCode,
    ...(entries[order] ?? EMPTY),
  }))
  const rowOf = new Map(rows.map((row) => [row.order, row]))
  const repeats = repeated(rows)
  const open = rows.filter(({ state }) => state === 'OPEN')
  const ticked = rows.filter(isTicked)
  const toPrint = rows.filter(({ tick }) => tick !== null)

  useEffect(() => {
    const listed = orders.map(({ order: { number } }) => [number, entries[number] ?? EMPTY] as const)
    keepDrafts(
      Object.fromEntries(
        listed.map(([order, entry]) => {
          const isSent = entry.state === 'SHIPPED' || entry.state === 'CLOSED'
          return [order, isSent ? { tick: null, number: '' } : { tick: entry.tick, number: entry.number }]
        }),
      ),
    )
  }, [orders, entries])

  const change = (order: string, to: (entry: Entry) => Entry) =>
    setEntries((now) => ({ ...now, [order]: to(now[order] ?? EMPTY) }))
  const { ship, isShipping } = useShipping((order, { entry, row }) => {
    change(order, (now) => ({ ...now, ...entry }))
    if (row) setOrders((now) => now.map((each) => (each.order.number === order ? row : each)))
  })

  /** A row that takes no number has only the link. */
  const goTo = (order: string) =>
    (document.getElementById(fieldOf(order)) ?? document.getElementById(linkOf(order)))?.focus()
  const goFrom = (at: number, now: readonly Target[]) => {
    const next = nextRow(now, at)
    if (next === null) shipButton.current?.focus()
    else goTo(now[next]!.order)
  }
  const enter = (order: string, number: string) => {
    const now = rows.map((row) => (row.order === order ? { ...row, ...withNumber(row, number) } : row))
    const other = repeated(now).get(order)
    setMessage(other ? `${order} has the same tracking number as ${other}.` : '')
    goFrom(
      now.findIndex((row) => row.order === order),
      now,
    )
  }
  const planOf = ({ cells, order, choices }: Pasted) =>
    planPaste(
      cells,
      rows,
      rows.findIndex((row) => row.order === order),
      choices,
      courier.name,
    )
  const plan = pasted && planOf(pasted)
  const fill = (plan: PastePlan) => {
    const numbers = numbersOf(plan)
    setPasted(null)
    setEntries((now) => {
      const filled = { ...now }
      for (const [each, number] of numbers) filled[each] = withNumber(now[each] ?? EMPTY, number)
      return filled
    })
    setMessage(`${counted(numbers.size, 'number')} pasted.`)
    goFrom(
      rows.findLastIndex(({ order }) => numbers.has(order)),
      rows,
    )
  }
  const paste = (order: string, cells: string[][]) => {
    const tooMuch = whyTooMuch(cells)
    if (tooMuch !== null) return setMessage(tooMuch)
    const pasted: Pasted = { order, cells, choices: { skipsEmptyRows: false } }
    const plan = planOf(pasted)
    if (plan === null) return
    if (plan.isPlain) fill(plan)
    else setPasted(pasted)
  }
  const tickAll = (isOn: boolean) =>
    setEntries((now) => {
      const next = { ...now }
      for (const { order } of open) next[order] = { ...(now[order] ?? EMPTY), tick: isOn ? 'CHOSEN' : null }
      return next
    })

  const shipTicked = async () => {
    const wrong = courierError(courier)
    setWrongCourier(wrong)
    setFailed(null)
    if (ticked.length === 0) return setMessage('Please tick the orders to ship.')
    if (wrong) {
      setMessage('')
      courierFields.current?.querySelector<HTMLElement>(`[name="${wrong.field}"]`)?.focus()
      return
    }
    const alike = ticked.filter(({ order }) => repeats.has(order))
    const question = alike.map(({ order, number }) => `${order} ${number}`).join()
    if (question !== '' && question !== asked) {
      setAsked(question)
      setFailed(alike[0]!.order)
      const names = `${alike[0]!.order} and ${repeats.get(alike[0]!.order)}`
      return setMessage(`${names} have the same tracking number. If they are in one parcel, press the button again.`)
    }
    setMessage('')
    const parcels = orders.flatMap((row) => {
      const entry = rowOf.get(row.order.number)!
      // Staff have confirmed that the rows with the same number are one parcel.
      return isTicked(entry)
        ? [{ row, number: entry.number, sharesWith: [...entry.sharesWith, ...alikeTo(rows, entry)] }]
        : []
    })
    const notShipped = await ship(parcels, courier)
    if (notShipped === null) return
    const shipped = `${counted(parcels.length - notShipped.length, 'order')} shipped.`
    setMessage(notShipped.length === 0 ? shipped : `${shipped} ${notShipped.length} not shipped: the row says why.`)
    setFailed(orders.find(({ order }) => notShipped.includes(order.number))?.order.number ?? null)
  }

  const columns: Column<PackingRow>[] = [
    {
      name: 'Order',
      cell: ({ order: { number } }) => (
        <span className={styles.order}>
          <label className={styles.tick}>
            <input
              type="checkbox"
              aria-label={`Tick ${number}`}
              checked={rowOf.get(number)!.tick !== null}
              disabled={rowOf.get(number)!.state === 'CLOSED'}
              onChange={({ target }) =>
                change(number, (entry) => ({ ...entry, tick: target.checked ? 'CHOSEN' : null }))
              }
            />
          </label>
          <Link
            id={linkOf(number)}
            to={officePaths.order(number)}
            className={table.rowLink}
            onClick={() => keepOrderList(orders.map(({ order }) => order.number))}
          >
            {number}
          </Link>
        </span>
      ),
    },
    { name: 'Deliver by', look: 'whole', place: 'end-second', isNamed: true, cell: (row) => <DeliverBy row={row} /> },
    {
      name: 'To',
      place: 'second',
      cell: ({ addressChangedAt, order: { deliveryAddress } }) => (
        <span className={styles.words}>
          <bdi>{deliveryAddress.name}</bdi>, <bdi>{deliveryAddress.city}</bdi>
          {addressChangedAt && (
            <span className={table.note}>
              New address since <Value>{formatDate(addressChangedAt)}</Value>
            </span>
          )}
        </span>
      ),
    },
    { name: 'Items', look: 'long', place: 'third', cell: ({ order }) => <Items order={order} /> },
    ...(orders.some(({ order }) => order.payOnDelivery)
      ? [
          {
            name: 'COD',
            look: 'number' as const,
            place: 'end-third' as const,
            isNamed: true,
            cell: ({ order }: PackingRow) => (order.payOnDelivery ? formatPaise(payablePaise(order)) : ''),
          },
        ]
      : []),
    {
      name: 'Weight',
      look: 'number',
      place: 'end',
      isNamed: true,
      cell: ({ order }) => <Weight grams={weightOf(packedItems(order.items))} />,
    },
    ...(mayShip
      ? [
          {
            name: 'Tracking number',
            look: 'long' as const,
            place: 'last' as const,
            isNamed: true,
            cell: ({ order: { number, status } }: PackingRow) => (
              <TrackingCell
                row={rowOf.get(number)!}
                status={status}
                courier={courier.name}
                repeats={repeats.get(number)}
                change={(text) => change(number, (entry) => withNumber(entry, text))}
                share={(isOn) => change(number, (entry) => sharing(entry, isOn))}
                next={(text) => enter(number, text)}
                paste={(cells) => paste(number, cells)}
                refuse={setMessage}
              />
            ),
          },
        ]
      : []),
  ]

  return (
    <>
      <div ref={courierFields} className={kit.filters}>
        {mayShip && (
          <CourierFields
            courier={courier}
            isOther={isOther}
            error={wrongCourier}
            change={(next, isNextOther) => {
              setCourier({ courier: next, isOther: isNextOther })
              setWrongCourier(null)
            }}
          />
        )}
        <Check
          label={orders.length === 1 ? 'Tick the order' : `Tick all ${orders.length} orders`}
          checked={open.length > 0 && open.every(({ tick }) => tick !== null)}
          onChange={({ target }) => tickAll(target.checked)}
        />
      </div>
      {mayShip && (
        <p className={kit.quiet}>
          Type or scan the tracking numbers: Enter goes to the next row. Or paste a column of numbers into the first
          row, or columns with the order numbers.
        </p>
      )}
      <DataTable label="Orders to pack" columns={columns} rows={orders} keyOf={({ order }) => order.id} />
      {pasted && plan && (
        <PastePreview
          plan={plan}
          choices={pasted.choices}
          choose={(choices) => setPasted({ ...pasted, choices })}
          fill={() => fill(plan)}
          onClose={() => setPasted(null)}
        />
      )}
      <div className={styles.bar}>
        {mayShip && (
          <Button ref={shipButton} busy={isShipping} onClick={() => void shipTicked()}>
            {ticked.length === 0 ? 'Ship' : `Ship ${counted(ticked.length, 'order')}`}
          </Button>
        )}
        <Button
          look="quiet"
          unavailable={toPrint.length === 0}
          onClick={() => void navigate(officePaths.slips(...toPrint.map(({ order }) => order)))}
        >
          Print labels and slips
        </Button>
        <p role="status" className={styles.message}>
          {message}
        </p>
        {failed && (
          <Button look="bare" onClick={() => goTo(failed)}>
            Go to {failed}
          </Button>
        )}
      </div>
    </>
  )
}

/** The day that the shop promised to the buyer, and until when the order must be shipped if the shop would cancel it then. */
function DeliverBy({ row }: { row: PackingRow }) {
  const day = promisedDayOf(row)
  const today = dayInIndia(new Date())
  const isLate = day < today
  const mustGo = row.shipBy !== null && dayInIndia(new Date(row.shipBy)) <= today
  return (
    <span>
      <span className={isLate ? kit.alarm : undefined}>
        <Value>{formatDay(day)}</Value>
        {isLate && ', late'}
      </span>
      {row.shipBy && (
        <span className={mustGo ? `${table.note} ${kit.alarm}` : table.note}>
          Ship by <Value>{formatMoment(row.shipBy)}</Value>
        </span>
      )}
      {row.waitsForReturnOf !== null && (
        <span className={table.note}>Ship when the items of {row.waitsForReturnOf} are back</span>
      )}
    </span>
  )
}

/** Lines that a row shows, so that it stays low. */
const MOST_LINES = 4

/** The lines, such as `2 × Chai Cup, Indigo`, and what else belongs into the parcel. */
function Items({ order }: Pick<PackingRow, 'order'>) {
  const items = packedItems(order.items)
  // The line `and 2 other products` takes as much space as the last item.
  const shown = items.length > MOST_LINES ? items.slice(0, MOST_LINES - 1) : items
  const extras = [
    ...(order.isGiftWrapped ? ['Gift wrap'] : []),
    ...(order.giftMessage === null ? [] : ['Gift message']),
    ...(order.hidePrices ? ['No prices'] : []),
  ]
  return (
    <ul className={styles.items}>
      {shown.map(({ id, title, quantity }) => (
        <li key={id}>
          {quantity} × <bdi>{title}</bdi>
        </li>
      ))}
      {items.length > shown.length && <li>and {counted(items.length - shown.length, 'other product')}</li>}
      {extras.length > 0 && <li className={table.note}>{extras.join(', ')}</li>}
    </ul>
  )
}

const Weight = ({ grams }: { grams: number | null }) =>
  grams === null ? (
    <>
      <span aria-hidden>–</span>
      <span className="visually-hidden">unknown</span>
    </>
  ) : (
    formatWeight(grams)
  )
