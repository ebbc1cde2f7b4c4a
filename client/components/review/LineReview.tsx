/** The buyer's own review of an order's line, and the way to write, change or withdraw it. */
import { lazy, Suspense, useState } from 'react'
import { Button } from '../Button'
import { Stars } from '../product/Stars'
import type { OwnReview, Reviewed } from '../../data/reviews/reviews'
import styles from './LineReview.module.css'

const ReviewDialog = lazy(async () => ({ default: (await import('./ReviewDialog')).ReviewDialog }))

interface LineReviewProps {
  about: Reviewed
  title: string
  /** False if the shop no longer has the product. A review of it can still be withdrawn. */
  canWrite: boolean
  review: OwnReview | null
  /** Called after a change. */
  onChange?: () => void
}

export function LineReview({ about, title, canWrite, review, onChange }: LineReviewProps) {
  const [isOpen, setOpen] = useState(false)
  const written = review?.withdrawnAt === null ? review : null
  if (!canWrite && !written) return null
  return (
    <div className={styles.line}>
      {written && (
        <div>
          <p className={styles.own}>Your review</p>
          <Stars rating={written.stars} />
          {written.text !== '' && (
            <p dir="auto" className={styles.text}>
              {written.text}
            </p>
          )}
        </div>
      )}
      {written && written.hiddenReason !== null && (
        <p className={styles.hidden}>
          We do not show your review: <bdi>{written.hiddenReason}</bdi>
        </p>
      )}
      <Button
        look="quiet"
        aria-label={`${written ? 'Edit your review of' : 'Write a review of'} ${title}`}
        onClick={() => setOpen(true)}
      >
        {written ? 'Edit review' : 'Write a review'}
      </Button>
      <Suspense>
        {isOpen && (
          <ReviewDialog
            about={about}
            title={title}
            canWrite={canWrite}
            review={written}
            onClose={(isChanged) => {
              setOpen(false)
              if (isChanged) onChange?.()
            }}
          />
        )}
      </Suspense>
    </div>
  )
}
