/**
 * Four wide photos, one at a time, changed with the arrows, the dots, the arrow keys or a swipe. Slides do not change
 * automatically.
 */
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { SLIDE, WIDE_SLIDE } from '../../../server/shared/photos'
import { ButtonLink, RoundButton } from '../../components/Button'
import { Photo } from '../../components/photo/Photo'
import { paths } from '../../paths'
import styles from './Carousel.module.css'

const SLIDES = [
  {
    headline: 'Made slowly, for every day',
    text: 'Cups, bowls and plates for chai, dinner and slow Sunday mornings.',
    action: 'Shop the table',
    to: paths.products(),
  },
  {
    headline: 'A table worth lingering at',
    text: 'Plates that make a weeknight dinner feel special.',
    action: 'Shop plates',
    isDark: true,
    to: paths.products({ categories: ['plates'] }),
  },
  {
    headline: 'Good homes for green things',
    text: 'Planters in clay and celadon for sills, shelves and balconies.',
    action: 'Shop planters',
    isDark: true,
    to: paths.products({ categories: ['planters'] }),
  },
  {
    headline: 'Given by hand, made by hand',
    text: 'Packed in straw, and gift-wrapped if you like.',
    action: 'Shop gifts',
    to: paths.products({ categories: ['gifts'] }),
  },
]

const slidePhoto = (position: number) => ({
  __typename: 'Image' as const,
  url: `/photos/slide-${position}.webp`,
  alt: '',
  width: SLIDE.width,
  height: SLIDE.height,
})

const CarouselMotion = lazy(async () => ({ default: (await import('./CarouselMotion')).CarouselMotion }))

export function Carousel() {
  const [viewport, setViewport] = useState<HTMLElement | null>(null)
  const [current, setCurrent] = useState(0)
  const step = (by: 1 | -1) => setCurrent((current + by + SLIDES.length) % SLIDES.length)

  return (
    <section className={styles.carousel} aria-roledescription="carousel" aria-label="From the studio">
      <div ref={setViewport} className={styles.viewport}>
        <div className={styles.track}>
          {SLIDES.map((slide, i) => (
            <div
              key={slide.headline}
              className={slide.isDark ? `${styles.slide} ${styles.dark}` : styles.slide}
              role="group"
              aria-roledescription="slide"
              aria-label={`${i + 1} of ${SLIDES.length}`}
              inert={i !== current}
            >
              <div className={styles.text}>
                <SlideHeadline first={i === 0}>{slide.headline}</SlideHeadline>
                <p>{slide.text}</p>
                <ButtonLink to={slide.to}>{slide.action}</ButtonLink>
              </div>
              <Photo image={slidePhoto(i + 1)} decorative eager={i === 0} sizes="100vw" crop={WIDE_SLIDE} />
            </div>
          ))}
        </div>
      </div>
      <div className={styles.controls}>
        <RoundButton aria-label="Previous slide" onClick={() => step(-1)}>
          <ChevronLeft size={22} aria-hidden />
        </RoundButton>
        {SLIDES.map((slide, i) => (
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
      <Suspense>{viewport && <CarouselMotion viewport={viewport} current={current} onSelect={setCurrent} />}</Suspense>
    </section>
  )
}

/** The first slide's headline is the page's h1. */
const SlideHeadline = ({ first, children }: { first: boolean; children: string }) =>
  first ? <h1>{children}</h1> : <h2>{children}</h2>
