/** Moves the carousel: swipes, arrow keys and slide changes. It loads after the first slide is visible. */
import useEmblaCarousel from 'embla-carousel-react'
import { useEffect } from 'react'
import { prefersReducedMotion } from '../../components/motion'

interface CarouselMotionProps {
  /** The element whose only child contains the slides in a row. */
  viewport: HTMLElement
  /** The index of the visible slide, from 0. */
  current: number
  /** Called with the index of the slide at which a swipe ends. */
  onSelect: (index: number) => void
}

export function CarouselMotion({ viewport, current, onSelect }: CarouselMotionProps) {
  const [attach, embla] = useEmblaCarousel({ loop: true, duration: 22, startIndex: current })

  useEffect(() => attach(viewport), [attach, viewport])
  useEffect(() => {
    const carousel = viewport.parentElement!
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return
      event.preventDefault()
      if (event.key === 'ArrowRight') embla?.scrollNext(prefersReducedMotion())
      else embla?.scrollPrev(prefersReducedMotion())
    }
    carousel.addEventListener('keydown', onKeyDown)
    return () => carousel.removeEventListener('keydown', onKeyDown)
  }, [embla, viewport])
  useEffect(() => {
    if (!embla) return
    const report = () => onSelect(embla.selectedScrollSnap())
    embla.on('select', report)
    return () => void embla.off('select', report)
  }, [embla, onSelect])
  useEffect(() => {
    if (embla && embla.selectedScrollSnap() !== current) embla.scrollTo(current, prefersReducedMotion())
  }, [embla, current])
  return null
}
