/** The dialog in which a buyer writes, changes or withdraws the review of a line. */
import { useState } from 'react'
import { REVIEW_LIMITS, reviewInput, STAR_WORDS } from '../../../server/shared/reviews'
import { notify } from '../../data/notifications'
import { useReviewChanges, type OwnReview, type Reviewed } from '../../data/reviews/reviews'
import type { FormError } from '../../data/sendMutation'
import { Button } from '../Button'
import { TextField } from '../form/Field'
import { FormDialog } from '../form/FormDialog'
import { FormErrors } from '../form/FormErrors'
import form from '../form/FormDialog.module.css'
import { PhotosField } from '../form/PhotosField'
import styles from './ReviewDialog.module.css'

interface ReviewDialogProps {
  about: Reviewed
  title: string
  canWrite: boolean
  /** Null for a new review. */
  review: OwnReview | null
  onClose: (isChanged: boolean) => void
}

const ERRORS: Record<string, string> = {
  stars: 'Please choose 1 to 5 stars',
  text: `Please write at most ${REVIEW_LIMITS.text.toLocaleString('en-IN')} characters`,
  photos: `Please add at most ${REVIEW_LIMITS.photos} photos`,
}

export function ReviewDialog({ about, title, canWrite, review, onClose }: ReviewDialogProps) {
  const { write, withdraw } = useReviewChanges(about)
  const [stars, setStars] = useState(review?.stars ?? 0)
  const [photos, setPhotos] = useState(() => review?.photos.map(({ url }) => url) ?? [])
  const [isUploading, setUploading] = useState(false)
  const [isWithdrawing, setWithdrawing] = useState(false)
  const [withdrawal, setWithdrawal] = useState<FormError[]>([])

  const finish = (errors: FormError[], done: string) => {
    if (errors.length > 0) return
    notify.success(done)
    onClose(true)
  }
  const send = async ({ text = '' }: Record<string, string>) => {
    setWithdrawal([])
    const { data, error } = reviewInput.safeParse({ stars, text, photos })
    if (error) {
      const field = String(error.issues[0]!.path[0])
      return [{ field, message: ERRORS[field] ?? 'Please check your review' }]
    }
    const { errors } = await write(data)
    finish(errors, review ? 'Review saved' : 'Thank you for your review')
    return errors.length > 0 ? errors : null
  }
  const takeBack = async () => {
    setWithdrawing(true)
    const { errors } = await withdraw()
    setWithdrawing(false)
    setWithdrawal(errors)
    finish(errors, 'Review withdrawn')
  }
  return (
    <FormDialog
      title={<bdi>{title}</bdi>}
      action={canWrite ? (review ? 'Save review' : 'Post review') : null}
      keep={null}
      otherButton={
        review
          ? (busy) => (
              <Button
                look="quiet"
                busy={isWithdrawing}
                unavailable={busy || isUploading}
                onClick={() => void takeBack()}
              >
                Withdraw review
              </Button>
            )
          : undefined
      }
      unavailable={isUploading || isWithdrawing}
      send={send}
      onClose={() => onClose(false)}
    >
      {(errorOf, { busy }) => (
        <>
          <fieldset className={form.choices} aria-describedby={errorOf('stars') && 'stars-error'}>
            <legend>Your rating</legend>
            <div className={styles.stars}>
              {STAR_WORDS.map((word, i) => (
                <label key={word} title={word} data-on={i < stars || undefined}>
                  <input
                    type="radio"
                    name="stars"
                    value={i + 1}
                    checked={stars === i + 1}
                    onChange={() => setStars(i + 1)}
                    className="visually-hidden"
                  />
                  <span aria-hidden>{i < stars ? '★' : '☆'}</span>
                  <span className="visually-hidden">
                    {i + 1} {i === 0 ? 'star' : 'stars'}: {word}
                  </span>
                </label>
              ))}
              <span aria-hidden className={styles.word}>
                {STAR_WORDS[stars - 1]}
              </span>
            </div>
            {errorOf('stars') && (
              <p id="stars-error" role="alert" className={form.error}>
                {errorOf('stars')}
              </p>
            )}
          </fieldset>
          <TextField
            label="Your review (optional)"
            name="text"
            rows={5}
            maxLength={REVIEW_LIMITS.text}
            defaultValue={review?.text}
            error={errorOf('text')}
            hint="Shoppers see it with your first name and the initial of your last name."
          />
          <PhotosField
            photos={photos}
            onChange={setPhotos}
            most={REVIEW_LIMITS.photos}
            linkKey={about.linkKey}
            isUploading={isUploading}
            disabled={busy || isUploading || isWithdrawing}
            onUploading={setUploading}
            error={errorOf('photos')}
          />
          <FormErrors errors={withdrawal} />
        </>
      )}
    </FormDialog>
  )
}
