/** The buyer's return requests: each line with its state, the note and photos, and what the buyer gets. */
import { Link } from 'react-router-dom'
import { returnSteps } from '../../../server/shared/delivery/returnSteps'
import { insteadText, isKept, RETURN_REASONS } from '../../../server/shared/delivery/returns'
import { countedTitle } from '../../../server/shared/setPieces'
import { paths } from '../../paths'
import { formatDate } from '../days'
import { BuyerPhotos } from '../photo/BuyerPhotos'
import { Value } from '../Value'
import { written } from '../written'
import styles from './OrderReturns.module.css'
import type { OrderReturns_OrderFragment } from './OrderReturns.generated'

type Request = OrderReturns_OrderFragment['returns'][number]

/** Renders nothing if the buyer has asked for no return. */
export const OrderReturns = ({ order }: { order: Omit<OrderReturns_OrderFragment, ' $fragmentName'> }) =>
  order.returns.map((request) => (
    <section key={request.id} className={styles.request} aria-labelledby={`return-${request.id}`}>
      <h2 id={`return-${request.id}`}>
        Return of <Value>{formatDate(request.requestedAt)}</Value>
      </h2>
      <ul>
        {request.lines.map((line, i) => (
          <li key={i}>
            <bdi>{countedTitle({ ...line.item, ...line, bought: line.item.quantity })}</bdi>:{' '}
            {RETURN_REASONS[line.reason]}. <strong>{stateOf(line)}</strong>
          </li>
        ))}
      </ul>
      {request.refusal !== null && (
        <p>
          Why we could not accept {request.lines.every(({ state }) => state === 'REFUSED') ? 'it' : 'all of it'}:{' '}
          <bdi>{request.refusal}</bdi>
        </p>
      )}
      <Outcome request={request} number={order.number} replaces={order.replaces} />
      {request.note !== '' && (
        <p className="written" {...written(request.note)}>
          “{request.note}”
        </p>
      )}
      <BuyerPhotos photos={request.photos} />
    </section>
  ))

function stateOf(line: Request['lines'][number]): string {
  if (line.state === 'REQUESTED') return ''
  if (line.state === 'REFUSED') return 'Not accepted.'
  if (line.state === 'ACCEPTED' || isKept(line)) return 'Accepted.'
  return 'Accepted, and back with us.'
}

/** What to do now, and what the buyer gets. */
function Outcome({ request, number, replaces }: { request: Request; number: string; replaces: string | null }) {
  const { wish, requestedAt, replacement, lines, sendTo, owesRefund } = request
  const isSettled = !owesRefund
  const steps = returnSteps({
    lines: lines.map(({ item, ...line }) => ({ ...item, ...line })),
    wish,
    requestedAt: new Date(requestedAt),
    isSettled,
    number,
    address: sendTo,
  })
  const isOpen = lines.some(({ state }) => state === 'REQUESTED')
  const isRefused = lines.every(({ state }) => state === 'REFUSED')
  return (
    <>
      {request.insteadOf !== null && (
        <p>
          <bdi>{insteadText(request)}</bdi>
        </p>
      )}
      {isOpen && <p>You asked for a {wish === 'REPLACEMENT' ? 'replacement' : 'refund'}.</p>}
      {steps !== '' && <p>{steps}</p>}
      {!isOpen &&
        !isRefused &&
        (replacement === null ? (
          !steps && !isSettled && <p>We refund the price.</p>
        ) : (
          <Replacement number={replacement} isAwaited={lines.some(({ state }) => state === 'ACCEPTED')} />
        ))}
      {/* A replacement was not paid, so the order that it replaces has the refund. */}
      {!isOpen && !isRefused && wish === 'REFUND' && replaces !== null && (
        <p>
          You see the refund in order{' '}
          <Link to={paths.order(replaces)} className="text-link">
            {replaces}
          </Link>
          .
        </p>
      )}
    </>
  )
}

const Replacement = ({ number, isAwaited }: { number: string; isAwaited: boolean }) => (
  <p>
    Your replacement is order{' '}
    <Link to={paths.order(number)} className="text-link">
      {number}
    </Link>
    .{isAwaited && ' We send it when the parcel is here.'}
  </p>
)
