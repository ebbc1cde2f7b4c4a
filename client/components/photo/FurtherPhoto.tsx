/** A product's photo after its first, in the sizes that the build makes of those. */
import { furtherPhotoWidths } from '../../../server/shared/furtherPhotos'
import { photoName, photoPath } from '../../../server/shared/photos'
import type { Photo_ImageFragment } from './Photo.generated'
import styles from './Photo.module.css'

interface FurtherPhotoProps {
  image: Photo_ImageFragment
  /** Where the text beside it says the same already. */
  decorative?: boolean
  /** How wide it is shown, as in the attribute of that name. */
  sizes: string
  className?: string
}

export function FurtherPhoto({ image, decorative = false, sizes, className }: FurtherPhotoProps) {
  const name = photoName(image.url)
  const widths = furtherPhotoWidths(image.width)
  return (
    <img
      // Before the source: a lazy image is fetched as soon as it has one.
      loading="lazy"
      decoding="async"
      srcSet={
        name
          ? widths.map((width) => `${photoPath(__PHOTO_VERSION__, width, name, 'webp')} ${width}w`).join(', ')
          : undefined
      }
      sizes={sizes}
      src={image.url}
      alt={decorative ? '' : image.alt}
      width={image.width}
      height={image.height}
      className={[styles.photo, className].filter(Boolean).join(' ')}
    />
  )
}
