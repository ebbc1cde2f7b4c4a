/** A photo in the sizes and formats that suit the screen; its space is reserved before it arrives. */
import { photoName, photoPath, photoWidths, WEBP_WIDTH } from '../../../server/shared/photos'
import type { Photo_ImageFragment } from './Photo.generated'
import styles from './Photo.module.css'

interface PhotoProps {
  image: Photo_ImageFragment
  /** Where the text beside it says the same already. */
  decorative?: boolean
  /** For what is visible first: loaded at once instead of when it is scrolled to. */
  eager?: boolean
  /** What is seen until it arrives, as CSS has it. */
  background?: string | undefined
  /** How wide it is shown, as in the attribute of that name. */
  sizes: string
  /** Another crop, for screens that fit `media`: the photo of that name with the suffix. */
  crop?: { suffix: string; width: number; media: string }
  className?: string
}

export const srcSet = (name: string, masterWidth: number): string =>
  photoWidths(masterWidth)
    .map((width) => `${photoPath(__PHOTO_VERSION__, width, name, 'avif')} ${width}w`)
    .join(', ')

export function Photo({ image, decorative = false, eager = false, background, sizes, crop, className }: PhotoProps) {
  const name = photoName(image.url)
  return (
    <picture className={styles.picture}>
      {name && crop && (
        <source type="image/avif" srcSet={srcSet(name + crop.suffix, crop.width)} sizes={sizes} media={crop.media} />
      )}
      {name && <source type="image/avif" srcSet={srcSet(name, image.width)} sizes={sizes} />}
      <img
        // Before the source: an eager or lazy image is fetched as soon as it has one.
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
