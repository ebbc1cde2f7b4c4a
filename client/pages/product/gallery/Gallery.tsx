/**
 * A product's photos. On a narrow screen, they are a row: swiped, scrolled, or chosen with the dots on it. The row uses native scrolling, so it
 * works before hydration and without scripts. On a wide screen, the first photo is large and the others are below it. The arrow keys move
 * between the photos, and each opens in full screen.
 */
import {
  lazy,
  startTransition,
  Suspense,
  useRef,
  useState,
  type CSSProperties,
  type KeyboardEvent,
  type ReactNode,
} from 'react'
import { photoName, photoPath } from '../../../../server/shared/photos'
import { FurtherPhoto } from '../../../components/photo/FurtherPhoto'
import { prefersReducedMotion } from '../../../components/motion'
import { Photo } from '../../../components/photo/Photo'
import type { Photo_ImageFragment } from '../../../components/photo/Photo.generated'
import styles from './Gallery.module.css'

const loadZoom = () => import('./PhotoZoom')
const PhotoZoom = lazy(async () => ({ default: (await loadZoom()).PhotoZoom }))

/** The displayed width of the first photo. The preload must use the same value. */
export const GALLERY_SIZES = '(max-width: 700px) 100vw, (max-width: 1240px) 52vw, 590px'
/**
 * Less than the displayed width on a phone, so that phones of every resolution take the photo of 720 pixels. The next one is the original,
 * which has ten times the bytes, and would delay the page's code. Full screen shows the original.
 */
const PHONE_SIZES = '(max-width: 700px) 60vw'
const WIDE_SIZES = `${PHONE_SIZES}, (max-width: 1240px) 52vw, 590px`
const HALF_SIZES = `${PHONE_SIZES}, (max-width: 1240px) 26vw, 290px`
const SMALL_SIZES = `${PHONE_SIZES}, 96px`
/** The width of a photo below the first that the browser chooses a file for. On wide screens, the displayed width of the style sheet. */
function sizesOf(index: number, count: number): string {
  if (count === 2) return WIDE_SIZES
  return index < 3 || count === 4 ? HALF_SIZES : SMALL_SIZES
}

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
    const buttons = [...strip.current!.querySelectorAll('button')]
    const focused = buttons.indexOf(event.target as HTMLButtonElement)
    const next = Math.min(Math.max(focused + (event.key === 'ArrowRight' ? 1 : -1), 0), images.length - 1)
    // The row scrolls itself to the photo. On a wide screen, the page may have to scroll.
    buttons[next]!.focus({ preventScroll: isRow() })
    show(next)
  }
  const isRow = () => strip.current!.scrollWidth > strip.current!.clientWidth
  const open = (index: number) =>
    startTransition(() => {
      setCurrent(index)
      setZoomed(true)
    })

  return (
    <section className={styles.gallery} aria-label="Photos">
      <div className={styles.frame} style={{ '--transition-name': transitionName } as CSSProperties}>
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
              <button
                type="button"
                // A photo without a description names no button.
                aria-label={image.alt ? undefined : `Larger photo ${i + 1}`}
                aria-description="Larger"
                onClick={() => open(i)}
              >
                <GalleryPhoto image={image} index={i} count={images.length} />
              </button>
            </li>
          ))}
        </ul>
        {images.length > 1 && (
          <p className={`visually-hidden ${styles.position}`} aria-live="polite">
            {position}
          </p>
        )}
        {images.length > 1 && (
          <div className={styles.dots}>
            {images.map((image, i) => (
              <button
                key={image.url}
                type="button"
                aria-label={`Photo ${i + 1}`}
                aria-current={i === current || undefined}
                onClick={() => show(i)}
              />
            ))}
          </div>
        )}
        <div className={styles.heart}>{children}</div>
      </div>
      <Suspense>
        {zoomed && (
          <PhotoZoom
            images={images}
            index={current}
            onView={(index) => {
              setCurrent(index)
              show(index, 'instant')
            }}
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

interface GalleryPhotoProps {
  image: Photo_ImageFragment
  index: number
  count: number
}

/** The first photo loads eagerly, because the visitor waits for it. */
const GalleryPhoto = ({ image, index, count }: GalleryPhotoProps) =>
  index === 0 ? (
    <Photo image={image} eager background={cardPhoto(image.url)} sizes={GALLERY_SIZES} />
  ) : (
    <FurtherPhoto image={image} sizes={sizesOf(index, count)} />
  )
