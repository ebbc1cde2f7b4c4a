/** The return requests of an order, as staff see them. */
import { Link } from 'react-router-dom'
import { isKept, RETURN_REASONS } from '../../../../server/shared/delivery/returns'
import { countedTitle } from '../../../../server/shared/setPieces'
import { formatMoment } from '../../../components/days'
import { BuyerPhotos } from '../../../components/photo/BuyerPhotos'
import { Value } from '../../../components/Value'
import { officePaths } from '../../../paths'
import type { OfficeOrder } from './orderChange'
import { written } from '../../../components/written'
import styles from './Returns.module.css'

export type ReturnRequest = OfficeOrder['order']['returns'][number]

export const OrderReturns = ({ returns }: { returns: ReturnRequest[] }) =>
  returns.length > 0 && (
    <section aria-labelledby="returns">
      <h2 id="returns">Returns</h2>
      <ul>
        {returns.map((request) => (
          <li key={request.id} className={styles.request}>
            <strong>
              Requested <Value>{formatMoment(request.requestedAt)}</Value>
            </strong>
            <ul>
              {request.lines.map((line, i) => (
                <li key={i}>
                  <span>
                    <bdi>{countedTitle({ ...line.item, ...line })}</bdi>: {RETURN_REASONS[line.reason]}. {stateOf(line)}
                    .
                  </span>
                </li>
              ))}
            </ul>
            <BuyerWords request={request} />
            {request.insteadOf !== null && (
              <span>
                Wanted: {wishText(request.insteadOf)}.
                {request.insteadReason !== null && (
                  <>
                    {' '}
                    Why not: <bdi>{request.insteadReason}</bdi>
                  </>
                )}
              </span>
            )}
            <span>
              {request.decidedAt === null ? 'Wants' : 'The customer gets'}: {wishText(request.wish)}
              {request.replacement !== null && (
                <>
                  , with order{' '}
                  <Link to={officePaths.order(request.replacement)} className="text-link">
                    {request.replacement}
                  </Link>
                </>
              )}
              .
            </span>
            {request.refusal !== null && (
              <span>
                Reason of the refusal: <bdi>{request.refusal}</bdi>
              </span>
            )}
          </li>
        ))}
      </ul>
    </section>
  )

/** The buyer's note and photos. */
export const BuyerWords = ({ request: { note, photos } }: { request: Pick<ReturnRequest, 'note' | 'photos'> }) => (
  <>
    {note !== '' && (
      <p className="written" {...written(note)}>
        “{note}”
      </p>
    )}
    <BuyerPhotos photos={photos} />
  </>
)

const wishText = (wish: ReturnRequest['wish']): string => (wish === 'REPLACEMENT' ? 'replacement' : 'refund')

function stateOf(line: ReturnRequest['lines'][number]): string {
  if (line.state === 'REQUESTED') return 'Not answered'
  if (line.state === 'REFUSED') return 'Refused'
  if (line.state === 'ACCEPTED') return 'Accepted, not back yet'
  return isKept(line) ? 'Accepted, stays with the customer' : 'Accepted, and back'
}
