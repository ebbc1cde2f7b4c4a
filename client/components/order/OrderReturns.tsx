/** The buyer's return requests: each line with its state, the note and photos, and what the buyer gets. */
import { Link } from 'react-router-dom'
import { RETURN_REASONS, staysWithBuyer } from '../../../server/shared/delivery/returns'
import { paths } from '../../paths'
import { formatDate } from '../days'
import { BuyerPhotos } from '../photo/BuyerPhotos'
import { Value } from '../Value'
import styles from './OrderReturns.module.css'
import type { OrderReturns_OrderFragment } from './OrderReturns.generated'

type Request = OrderReturns_OrderFragment['returns'][number]

/** Renders nothing if the buyer has asked for no return. */
export const OrderReturns = ({ returns }: { returns: Request[] }) =>
  returns.map((request) => (
    <section key={request.id} className={styles.request} aria-labelledby={`return-${request.id}`}>
      <h2 id={`return-${request.id}`}>
        Return of <Value>{formatDate(request.requestedAt)}</Value>
      </h2>
      <ul>
        {request.lines.map((line) => (
          <li key={line.item.id}>
            {line.quantity} × <bdi>{line.item.title}</bdi>: {RETURN_REASONS[line.reason]}.{' '}
            <strong>{stateOf(line)}</strong>
          </li>
        ))}
      </ul>
      {request.refusal !== null && (
        <p>
          Why we could not accept {request.lines.every(({ state }) => state === 'REFUSED') ? 'it' : 'all of it'}:{' '}
          <bdi>{request.refusal}</bdi>
        </p>
      )}
      <Outcome request={request} />
      {request.note !== '' && (
        <p className="written" dir="auto">
          “{request.note}”
        </p>
      )}
      <BuyerPhotos photos={request.photos} />
    </section>
  ))

function stateOf({ state, reason }: Request['lines'][number]): string {
  if (state === 'REQUESTED') return 'We decide on it soon.'
  if (state === 'REFUSED') return 'Not accepted.'
  if (state === 'ACCEPTED') return 'Accepted. Please send it back.'
  return staysWithBuyer(reason) ? 'Accepted. You need not send it back.' : 'Accepted, and back with us.'
}

function Outcome({ request: { wish, decidedAt, replacement, lines } }: { request: Request }) {
  if (decidedAt === null) return <p>You asked for {wish === 'REPLACEMENT' ? 'new pieces' : 'the money back'}.</p>
  if (lines.every(({ state }) => state === 'REFUSED')) return null
  if (replacement === null) return <p>You get the money back.</p>
  return (
    <p>
      The new pieces come with order{' '}
      <Link to={paths.order(replacement)} className="text-link">
        {replacement}
      </Link>
      .
    </p>
  )
}
