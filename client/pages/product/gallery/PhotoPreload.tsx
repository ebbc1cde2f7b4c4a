/** Preloads a photo. The rendered photo must use the same `sizes`. */
import { photoName } from '../../../../server/shared/photos'
import { srcSet } from '../../../components/photo/Photo'
import type { Photo_ImageFragment } from '../../../components/photo/Photo.generated'

export function PhotoPreload({ image, sizes }: { image: Photo_ImageFragment; sizes: string }) {
  const name = photoName(image.url)
  if (!name) return null
  return (
    <link
      rel="preload"
      as="image"
      type="image/avif"
      imageSrcSet={srcSet(name, image.width)}
      imageSizes={sizes}
      fetchPriority="high"
    />
  )
}
