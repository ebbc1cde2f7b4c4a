/**
 * Up to four wide photos, one at a time, changed with the arrows, the dots, the arrow keys or a swipe. Slides do not change
 * automatically.
 */
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { SLIDE, WIDE_SLIDE } from '../../../server/shared/photos'
import { ButtonLink, RoundButton } from '../../components/Button'
import { Photo } from '../../components/photo/Photo'
import { useCategories } from '../../data/catalogue/shop'
import { paths } from '../../paths'
import styles from './Carousel.module.css'

interface Slide {
  photo: number
  headline: string
  text: string
  action: string
  isDark?: boolean
  category?: string
}

/** A slide with a category is shown if the shop has the category. */
const SLIDES: Slide[] = [
  {
    photo: 1,
    headline: 'Made slowly, for every day',
    text: 'Cups, bowls and plates for chai, dinner and slow Sunday mornings.',
    action: 'Shop the table',
  },
  {
    photo: 2,
    headline: 'A table worth lingering at',
    text: 'Plates that make a weeknight dinner feel special.',
    action: 'Shop plates',
    isDark: true,
    category: 'plates',
  },
  {
    photo: 3,
    headline: 'Good homes for green things',
    text: 'Planters in clay and celadon for sills, shelves and balconies.',
    action: 'Shop planters',
    isDark: true,
    category: 'planters',
  },
  {
    photo: 4,
    headline: 'Given by hand, made by hand',
    text: 'Packed in straw, and gift-wrapped if you like.',
    action: 'Shop gifts',
    category: 'gifts',
  },
]

const slidePhoto = (photo: number) => ({
  __typename: 'Image' as const,
  url: `/photos/slide-${photo}.webp`,
  alt: '',
  width: SLIDE.width,
  height: SLIDE.height,
})

const CarouselMotion = lazy(async () => ({ default: (await import('./CarouselMotion')).CarouselMotion }))

export function Carousel() {
  const [viewport, setViewport] = useState<HTMLElement | null>(null)
  const [chosen, setCurrent] = useState(0)
  const categories = useCategories()
  const slides = SLIDES.filter(
    ({ category }) => !category || !categories || categories.some(({ id }) => id === category),
  )
  const current = Math.min(chosen, slides.length - 1)
  const step = (by: 1 | -1) => setCurrent((current + by + slides.length) % slides.length)

  return (
    <section className={styles.carousel} aria-roledescription="carousel" aria-label="From the studio">
      <div ref={setViewport} className={styles.viewport}>
        <div className={styles.track}>
          {slides.map((slide, i) => (
            <div
              key={slide.headline}
              className={slide.isDark ? `${styles.slide} ${styles.dark}` : styles.slide}
              role="group"
              aria-roledescription="slide"
              aria-label={`${i + 1} of ${slides.length}`}
              inert={i !== current}
            >
              <div className={styles.text}>
                <SlideHeadline first={i === 0}>{slide.headline}</SlideHeadline>
                <p>{slide.text}</p>
                <ButtonLink to={paths.products(slide.category ? { categories: [slide.category] } : {})}>
                  {slide.action}
                </ButtonLink>
              </div>
              {/* Without code, only the first slide can be seen. Its photo and the code load first. */}
              {(i === 0 || viewport) && (
                <Photo image={slidePhoto(slide.photo)} decorative eager={i === 0} sizes="100vw" crop={WIDE_SLIDE} />
              )}
            </div>
          ))}
        </div>
      </div>
      {slides.length > 1 && (
        <div className={styles.controls}>
          <RoundButton aria-label="Previous slide" onClick={() => step(-1)}>
            <ChevronLeft size={22} aria-hidden />
          </RoundButton>
          {slides.map((slide, i) => (
            <button
              key={slide.headline}
              type="button"
              className={styles.dot}
              aria-label={`Slide ${i + 1}`}
              aria-current={i === current || undefined}
              onClick={() => setCurrent(i)}
            />
          ))}
          <RoundButton aria-label="Next slide" onClick={() => step(1)}>
            <ChevronRight size={22} aria-hidden />
          </RoundButton>
        </div>
      )}
      <Suspense>{viewport && <CarouselMotion viewport={viewport} current={current} onSelect={setCurrent} />}</Suspense>
    </section>
  )
}

/** The first slide's headline is the page's h1. */
const SlideHeadline = ({ first, children }: { first: boolean; children: string }) =>
  first ? <h1>{children}</h1> : <h2>{children}</h2>
