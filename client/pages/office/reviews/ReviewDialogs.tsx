/** The dialogs that hide a review, show it again, and reply to it. */
import { useOutletContext } from 'react-router-dom'
import { TextField } from '../../../components/form/Field'
import { Review } from '../../../components/review/Review'
import { useOfficeChange } from '../../../data/office/officeChange'
import {
  HideReviewDocument,
  ReplyToReviewDocument,
  ShowReviewDocument,
} from '../../../data/office/reviewChanges.generated'
import { hideReason, reviewReply } from '../../../../server/shared/reviews'
import { NoDialog, NoSuchRecord, useAddressed, type DialogProps } from '../kit/DialogRoute'
import { FormDialog } from '../../../components/form/FormDialog'
import { fieldError } from '../kit/form/fieldError'
import kit from '../kit/kit.module.css'
import type { ListedReview } from './ReviewsPage'

const useReview = () => useAddressed(useOutletContext<ListedReview[]>())

const NoReview = ({ onClose }: DialogProps) => (
  <NoSuchRecord sentence="This review is not in the list. Its author may have withdrawn it." onClose={onClose} />
)

export function HideReview({ onClose }: DialogProps) {
  const listed = useReview()
  const [hide] = useOfficeChange(HideReviewDocument, 'Review hidden')
  if (!listed) return <NoReview onClose={onClose} />
  const send = async ({ reason = '' }: Record<string, string>) => {
    if (!hideReason.safeParse(reason).success)
      return [fieldError('reason', 'Please give a reason, in up to 500 characters')]
    return hide({ id: listed.id, reason })
  }
  return (
    <FormDialog
      title="Hide this review?"
      action="Hide review"

      send={send}
      initialFocus="reason"
      onClose={onClose}
    >
      {(errorOf) => (
        <>
          <Review review={listed.review} />
          <TextField label="Reason" name="reason" maxLength={500} error={errorOf('reason')} />
          <p className={kit.hint}>The author reads the reason. The review no longer counts for the rating.</p>
        </>
      )}
    </FormDialog>
  )
}

export function ShowReview({ onClose }: DialogProps) {
  const listed = useReview()
  const [show] = useOfficeChange(ShowReviewDocument, 'Review shown again')
  if (!listed) return <NoReview onClose={onClose} />
  const send = () => show({ id: listed.id })
  return (
    <FormDialog title="Show this review again?" action="Show review" send={send} onClose={onClose}>
      {() => <Review review={listed.review} />}
    </FormDialog>
  )
}

export function ReplyToReview({ onClose }: DialogProps) {
  const listed = useReview()
  const [reply] = useOfficeChange(ReplyToReviewDocument, 'Reply sent')
  if (!listed) return <NoReview onClose={onClose} />
  // The list is loaded again before the dialog closes.
  if (listed.review.reply !== null) return <NoDialog />
  const send = async ({ text = '' }: Record<string, string>) => {
    if (!reviewReply.safeParse(text).success)
      return [fieldError('text', 'Please write a reply, in up to 2,000 characters')]
    return reply({ id: listed.id, text })
  }
  return (
    <FormDialog
      title="Reply to this review"
      action="Send reply"

      send={send}
      initialFocus="text"
      onClose={onClose}
    >
      {(errorOf) => (
        <>
          <Review review={listed.review} />
          <TextField label="Reply" name="text" rows={5} maxLength={2000} error={errorOf('text')} />
          <p className={kit.hint}>
            Shoppers see the reply below the review. You can reply once, and not change it later.
          </p>
        </>
      )}
    </FormDialog>
  )
}
