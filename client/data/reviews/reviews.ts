/** Writes and withdraws the shopper's own reviews. A link's key takes the place of the session. */
import { useApolloClient } from '@apollo/client/react'
import { useAction } from '../useAction'
import { WithdrawReviewDocument, WriteReviewDocument, type OwnReview_ReviewFragment } from './reviews.generated'

export type OwnReview = Omit<OwnReview_ReviewFragment, ' $fragmentName'>

/** What a review is about. */
export interface Reviewed {
  orderLineId: string
  /** The order whose list of reviews the cache has. Null on the page of a link. */
  orderId: string | null
  linkKey: string | null
}

interface Written {
  stars: number
  text: string
  photos: string[]
}

export function useReviewChanges({ orderLineId, orderId, linkKey }: Reviewed) {
  const { cache } = useApolloClient()
  const [sendReview] = useAction(WriteReviewDocument, (_cache, written: Written) => ({
    variables: { orderLineId, linkKey, ...written },
    failed: 'Could not send the review',
  }))
  const [withdraw] = useAction(WithdrawReviewDocument, () => ({
    variables: { orderLineId, linkKey },
    failed: 'Could not withdraw the review',
  }))
  const write = async (written: Written) => {
    const sent = await sendReview(written)
    const review = sent.data?.review.review
    if (review && orderId !== null)
      cache.modify<{ reviews: readonly { __ref: string }[] }>({
        id: cache.identify({ __typename: 'Order', id: orderId }),
        fields: {
          reviews: (known = [], { toReference, readField }) =>
            known.some((each) => readField('id', each as { __ref: string }) === review.id)
              ? known
              : [...known, toReference({ __typename: 'OwnReview', id: review.id }) as { __ref: string }],
        },
      })
    return sent
  }
  return { write, withdraw }
}
