/** The buyer's own review of an order's line, and the way to write, change or withdraw it. */
import { lazy, Suspense, useState } from 'react'
import { Button } from '../Button'
import { Stars } from '../product/Stars'
import type { OwnReview, Reviewed } from '../../data/reviews/reviews'
import { written } from '../written'
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
  const own = review?.withdrawnAt === null ? review : null
  if (!canWrite && !own) return null
  return (
    <div className={styles.line}>
      {own && (
        <div>
          <p className={styles.own}>Your review</p>
          <Stars rating={own.stars} />
          {own.text !== '' && (
            <p {...written(own.text)} className={styles.text}>
              {own.text}
            </p>
          )}
        </div>
      )}
      {own && own.hiddenReason !== null && (
        <p className={styles.hidden}>
          We do not show your review: <bdi>{own.hiddenReason}</bdi>
        </p>
      )}
      <Button
        look="quiet"
        aria-label={`${own ? 'Edit review' : 'Write a review'} of ${title}`}
        onClick={() => setOpen(true)}
      >
        {own ? 'Edit review' : 'Write a review'}
      </Button>
      <Suspense>
        {isOpen && (
          <ReviewDialog
            about={about}
            title={title}
            canWrite={canWrite}
            review={own}
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
