/** A photo in the sizes and formats that suit the screen; its space is reserved before it arrives. */
import { PHOTO_FORMATS, photoName, photoPath, photoWidths, type PhotoFormat } from '../../server/shared/photos'
import type { Photo_ImageFragment } from './Photo.generated'
import styles from './Photo.module.css'

interface PhotoProps {
  image: Photo_ImageFragment
  /** Where the text beside it says the same already. */
  decorative?: boolean
  /** For what is visible first: loaded at once instead of when it is scrolled to. */
  eager?: boolean
  /** Shows the card's smaller photo, which is mostly there already, until this one arrives. */
  preview?: boolean
  /** How wide it is shown, as in the attribute of that name. */
  sizes: string
  /** Another picture, named like a photo, for the screens of a media query. */
  instead?: { media: string; name: string; width: number }
  className?: string
}

const srcSet = (name: string, widths: number[], format: PhotoFormat): string =>
  widths.map((width) => `${photoPath(__PHOTO_VERSION__, width, name, format)} ${width}w`).join(', ')

const CARD_WIDTH = 480

const previewImage = (name: string): string =>
  `image-set(${PHOTO_FORMATS.map((format) => `url(${photoPath(__PHOTO_VERSION__, CARD_WIDTH, name, format)}) type("image/${format}")`).join(', ')})`

export function Photo({ image, decorative = false, eager = false, preview, sizes, instead, className }: PhotoProps) {
  const name = photoName(image.url)
  return (
    <picture className={styles.picture}>
      {instead &&
        PHOTO_FORMATS.map((format) => (
          <source
            key={format}
            media={instead.media}
            type={`image/${format}`}
            srcSet={srcSet(instead.name, [instead.width], format)}
          />
        ))}
      {name &&
        PHOTO_FORMATS.map((format) => (
          <source
            key={format}
            type={`image/${format}`}
            srcSet={srcSet(name, photoWidths(image.width), format)}
            sizes={sizes}
          />
        ))}
      <img
        // Before the source: an eager or lazy image is fetched as soon as it has one.
        loading={eager ? 'eager' : 'lazy'}
        fetchPriority={eager ? 'high' : 'auto'}
        decoding="async"
        src={image.url}
        alt={decorative ? '' : image.alt}
        width={image.width}
        height={image.height}
        className={[styles.photo, className].filter(Boolean).join(' ')}
        style={preview && name ? { background: `center / cover ${previewImage(name)}` } : undefined}
      />
    </picture>
  )
}
