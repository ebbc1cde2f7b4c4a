/** A photo in sizes and formats that suit the screen. Its space is reserved before it loads. */
import { photoName, photoPath, photoWidths, slideWidths, WEBP_WIDTH } from '../../../server/shared/photos'
import type { Photo_ImageFragment } from './Photo.generated'
import styles from './Photo.module.css'

interface PhotoProps {
  image: Photo_ImageFragment
  /** True if the adjacent text already describes the photo. */
  decorative?: boolean
  /** For photos that are visible without scrolling. The browser loads them immediately. */
  eager?: boolean
  /** The CSS background that is visible until the photo has loaded. */
  background?: string | undefined
  /** The displayed width, as the `sizes` attribute. */
  sizes: string
  /** Another crop for screens that match `media`: the photo with the same name plus the suffix. */
  crop?: { suffix: string; width: number; media: string }
  className?: string
}

export const srcSet = (name: string, masterWidth: number, widths = photoWidths(masterWidth)): string =>
  widths.map((width) => `${photoPath(__PHOTO_VERSION__, width, name, 'avif')} ${width}w`).join(', ')

export function Photo({ image, decorative = false, eager = false, background, sizes, crop, className }: PhotoProps) {
  const name = photoName(image.url)
  return (
    <picture className={styles.picture}>
      {name && crop && (
        <source
          type="image/avif"
          srcSet={srcSet(name + crop.suffix, crop.width, slideWidths(crop.width))}
          sizes={sizes}
          media={crop.media}
        />
      )}
      {name && <source type="image/avif" srcSet={srcSet(name, image.width)} sizes={sizes} />}
      <img
        // `loading` precedes the source, because a browser fetches the image as soon as it has a source.
        loading={eager ? 'eager' : 'lazy'}
        fetchPriority={eager ? 'high' : 'auto'}
        decoding="async"
        src={name ? photoPath(__PHOTO_VERSION__, WEBP_WIDTH, name, 'webp') : image.url}
        alt={decorative ? '' : image.alt}
        width={image.width}
        height={image.height}
        className={[styles.photo, className].filter(Boolean).join(' ')}
        style={{ background }}
      />
    </picture>
  )
}
