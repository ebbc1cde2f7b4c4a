/** The dialog in which a buyer writes, changes or withdraws the review of a line. */
import { useState } from 'react'
import { REVIEW_LIMITS, reviewInput, STAR_WORDS } from '../../../server/shared/reviews'
import { notify } from '../../data/notifications'
import { useReviewChanges, type OwnReview, type Reviewed } from '../../data/reviews/reviews'
import type { FormError } from '../../data/sendMutation'
import { Button } from '../Button'
import { Dialog } from '../Dialog'
import { TextField } from '../form/Field'
import { focusField, onSubmit } from '../form/form'
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
  const [busy, setBusy] = useState<'send' | 'withdraw' | 'upload' | null>(null)
  const [error, setError] = useState<FormError | null>(null)

  const run = async (what: 'send' | 'withdraw', work: () => Promise<FormError | null>, done: string) => {
    setBusy(what)
    const found = await work()
    setBusy(null)
    setError(found)
    if (found) return found
    notify.success(done)
    onClose(true)
    return null
  }

  const send = async (text: string, element: HTMLFormElement) => {
    const { data, error: invalid } = reviewInput.safeParse({ stars, text, photos })
    const field = invalid ? String(invalid.issues[0]!.path[0]) : null
    const found = field
      ? { field, message: ERRORS[field] ?? 'Please check your review' }
      : await run('send', () => write(data!), review ? 'Review saved' : 'Thank you for your review')
    setError(found)
    if (found?.field === 'stars') element.querySelector<HTMLInputElement>('[name=stars]')?.focus()
    else if (found?.field) focusField(element, found.field)
  }

  const errorOf = (field: string) => (error?.field === field ? error.message : undefined)
  return (
    <Dialog title={<bdi>{title}</bdi>} onClose={() => onClose(false)}>
      <form
        noValidate
        className={form.form}
        onSubmit={onSubmit((texts, element) => send(texts['text'] ?? '', element))}
      >
        <fieldset className={form.choices} aria-describedby={errorOf('stars') && 'stars-error'}>
          <legend>Your stars</legend>
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
          isUploading={busy === 'upload'}
          disabled={busy !== null}
          onUploading={(isUploading) => setBusy(isUploading ? 'upload' : null)}
          onError={(message) => setError(message === null ? null : { field: 'photos', message })}
        />
        {error && error.field !== 'stars' && error.field !== 'text' && (
          <p role="alert" className={form.error}>
            {error.message}
          </p>
        )}
        <div className={form.buttons}>
          {review && (
            <Button
              look="quiet"
              busy={busy === 'withdraw'}
              unavailable={busy !== null && busy !== 'withdraw'}
              onClick={() => void run('withdraw', withdraw, 'Review withdrawn')}
            >
              Withdraw review
            </Button>
          )}
          {canWrite && (
            <Button type="submit" busy={busy === 'send'} unavailable={busy !== null && busy !== 'send'}>
              {review ? 'Save review' : 'Send review'}
            </Button>
          )}
        </div>
      </form>
    </Dialog>
  )
}
