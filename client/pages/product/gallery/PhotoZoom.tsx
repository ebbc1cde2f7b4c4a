/**
 * A product's photos in full screen, zoomed by pinch, double tap, wheel or buttons. Its code loads when it is opened.
 */
import Lightbox from 'yet-another-react-lightbox'
import Counter from 'yet-another-react-lightbox/plugins/counter'
import Zoom from 'yet-another-react-lightbox/plugins/zoom'
import 'yet-another-react-lightbox/styles.css'
import 'yet-another-react-lightbox/plugins/counter.css'
import type { Photo_ImageFragment } from '../../../components/photo/Photo.generated'
import styles from './PhotoZoom.module.css'

interface PhotoZoomProps {
  images: Photo_ImageFragment[]
  index: number
  /** Called when another photo is shown. */
  onView: (index: number) => void
  onClose: () => void
}

/** The highest zoom: image pixels per screen pixel. */
const CLOSEST = 2

export const PhotoZoom = ({ images, index, onView, onClose }: PhotoZoomProps) => (
  <Lightbox
    open
    close={onClose}
    index={index}
    slides={images.map(({ url, alt, width, height }) => ({ src: url, alt, width, height }))}
    plugins={[Zoom, Counter]}
    className={styles.zoom}
    counter={{ separator: 'of', container: { className: styles.counter } }}
    zoom={{ maxZoomPixelRatio: CLOSEST, scrollToZoom: true }}
    carousel={{ finite: true, padding: 0 }}
    controller={{ closeOnPullDown: true, closeOnBackdropClick: true }}
    labels={{ Lightbox: 'Photos, larger' }}
    on={{ view: (view) => onView(view.index) }}
  />
)
