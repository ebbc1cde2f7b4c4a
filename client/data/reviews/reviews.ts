/** Writes and withdraws the shopper's own reviews. A link's key takes the place of the session. */
import { useApolloClient } from '@apollo/client/react'
import { uploadFile, type UploadedPhoto } from '../uploadFile'
import { useSendMutation, type MutationError } from '../sendMutation'
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

/** Both functions resolve to null on success, or otherwise to the error. */
export function useReviewChanges({ orderLineId, orderId, linkKey }: Reviewed) {
  const { cache } = useApolloClient()
  const sendReview = useSendMutation(WriteReviewDocument, 'Could not send the review')
  const sendWithdrawal = useSendMutation(WithdrawReviewDocument, 'Could not withdraw the review')
  const write = async (written: Written): Promise<MutationError | null> => {
    const { data, errors } = await sendReview({ orderLineId, linkKey, ...written })
    const review = data?.review.review
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
    return errors[0] ?? null
  }
  const withdraw = async (): Promise<MutationError | null> =>
    (await sendWithdrawal({ orderLineId, linkKey })).errors[0] ?? null
  return { write, withdraw }
}

/** Rejects with an UploadError. */
export const uploadReviewPhoto = (photo: Blob, linkKey: string | null): Promise<UploadedPhoto> =>
  uploadFile('/reviews/photos', photo, { headers: linkKey === null ? {} : { 'review-link': linkKey } })
