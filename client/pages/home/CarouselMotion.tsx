/** What moves the carousel: swipes, arrow keys and slides. Loaded after the first slide is seen. */
import useEmblaCarousel from 'embla-carousel-react'
import { useEffect } from 'react'
import { prefersReducedMotion } from '../../components/motion'

interface CarouselMotionProps {
  /** The element whose only child holds the slides side by side. */
  viewport: HTMLElement
  /** From 0. */
  current: number
  /** Where a swipe has come to rest. */
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
