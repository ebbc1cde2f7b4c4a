/** One of a product's photos after the first. The build generates them in fewer sizes. */
import { furtherPhotoWidths, photoName, photoPath, splitPhotoKey } from '../../../server/shared/photos'
import type { Photo_ImageFragment } from './Photo.generated'
import styles from './Photo.module.css'

interface FurtherPhotoProps {
  image: Photo_ImageFragment
  /** True if the adjacent text already describes the photo. */
  decorative?: boolean
  /** The displayed width, as the `sizes` attribute. */
  sizes: string
  className?: string
}

export function FurtherPhoto({ image, decorative = false, sizes, className }: FurtherPhotoProps) {
  const { url, query } = splitPhotoKey(image.url)
  const name = photoName(url)
  const widths = furtherPhotoWidths(image.width)
  return (
    <img
      // `loading` precedes the source, because a browser fetches the image as soon as it has a source.
      loading="lazy"
      decoding="async"
      srcSet={
        name
          ? widths.map((width) => `${photoPath(__PHOTO_VERSION__, width, name, 'webp')}${query} ${width}w`).join(', ')
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
