/**
 * A product's photos in a row: swiped, scrolled, or chosen with thumbnails or arrow keys. Each photo opens in full screen. The row uses
 * native scrolling, so it works before hydration and without scripts.
 */
import { lazy, startTransition, Suspense, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { photoName, photoPath } from '../../../../server/shared/photos'
import { FurtherPhoto } from '../../../components/photo/FurtherPhoto'
import { prefersReducedMotion } from '../../../components/motion'
import { Photo } from '../../../components/photo/Photo'
import type { Photo_ImageFragment } from '../../../components/photo/Photo.generated'
import styles from './Gallery.module.css'

const loadZoom = () => import('./PhotoZoom')
const PhotoZoom = lazy(async () => ({ default: (await loadZoom()).PhotoZoom }))

/** The displayed width of the first photo. The preload must use the same value. */
export const GALLERY_SIZES = '(max-width: 820px) 100vw, (max-width: 1240px) 52vw, 590px'
const THUMBNAIL_SIZES = '72px'

interface GalleryProps {
  images: Photo_ImageFragment[]
  /** The view transition name of the first photo, for the transition from its card. */
  transitionName: string
  /** Shown on top of the photo on a narrow screen. */
  children: ReactNode
}

export function Gallery({ images, transitionName, children }: GalleryProps) {
  const strip = useRef<HTMLUListElement>(null)
  const [current, setCurrent] = useState(0)
  const [zoomed, setZoomed] = useState(false)
  const position = `${current + 1} of ${images.length}`

  const show = (index: number, behavior: ScrollBehavior = prefersReducedMotion() ? 'instant' : 'smooth') =>
    strip.current!.scrollTo({ left: index * strip.current!.clientWidth, behavior })
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return
    event.preventDefault()
    const next = Math.min(Math.max(current + (event.key === 'ArrowRight' ? 1 : -1), 0), images.length - 1)
    strip.current!.querySelectorAll('button')[next]!.focus({ preventScroll: true })
    show(next)
  }

  return (
    <section className={styles.gallery} aria-label="Photos">
      <div className={styles.frame} style={{ viewTransitionName: transitionName }}>
        <ul
          ref={strip}
          className={styles.strip}
          onKeyDown={onKeyDown}
          onPointerEnter={() => void loadZoom().catch(() => undefined)}
          onScroll={({ currentTarget: { scrollLeft, clientWidth } }) =>
            setCurrent(Math.round(scrollLeft / clientWidth))
          }
        >
          {images.map((image, i) => (
            <li key={image.url}>
              <button type="button" aria-description="Larger" onClick={() => startTransition(() => setZoomed(true))}>
                <GalleryPhoto image={image} first={i === 0} />
              </button>
            </li>
          ))}
        </ul>
        {images.length > 1 && (
          <p className={styles.counter} aria-live="polite">
            {position}
          </p>
        )}
        <div className={styles.heart}>{children}</div>
      </div>
      {images.length > 1 && (
        <div className={styles.thumbs}>
          {images.map((image, i) => (
            <button
              key={image.url}
              type="button"
              aria-label={`Photo ${i + 1}`}
              aria-current={i === current || undefined}
              onClick={() => show(i)}
            >
              {i === 0 ? (
                <Photo image={image} decorative sizes={THUMBNAIL_SIZES} />
              ) : (
                <FurtherPhoto image={image} decorative sizes={THUMBNAIL_SIZES} />
              )}
            </button>
          ))}
        </div>
      )}
      <Suspense>
        {zoomed && (
          <PhotoZoom
            images={images}
            index={current}
            onView={(index) => show(index, 'instant')}
            onClose={() => setZoomed(false)}
          />
        )}
      </Suspense>
    </section>
  )
}

const CARD_WIDTH = 480

/** The smaller photo of the product card, which the browser has usually cached. */
function cardPhoto(url: string): string | undefined {
  const name = photoName(url)
  return name ? `center / cover url(${photoPath(__PHOTO_VERSION__, CARD_WIDTH, name, 'avif')})` : undefined
}

/** The first photo loads eagerly, because the visitor waits for it. */
const GalleryPhoto = ({ image, first }: { image: Photo_ImageFragment; first: boolean }) =>
  first ? (
    <Photo image={image} eager background={cardPhoto(image.url)} sizes={GALLERY_SIZES} />
  ) : (
    <FurtherPhoto image={image} sizes={GALLERY_SIZES} />
  )
