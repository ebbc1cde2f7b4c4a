/**
 * Shows a product's second photo over the first while the mouse is over the card. Its code loads the first time that
 * happens.
 */
import { FurtherPhoto } from './FurtherPhoto'
import { useQuery } from '../../data/reading'
import styles from './SecondPhoto.module.css'
import { SecondPhotoQueryDocument } from './SecondPhoto.generated'

export function SecondPhoto({ productId, sizes }: { productId: string; sizes: string }) {
  // No loader: only the card under the mouse needs it.
  const { data } = useQuery(SecondPhotoQueryDocument, { variables: { id: productId } })
  const second = data?.product?.images[1]
  return second ? <FurtherPhoto image={second} decorative sizes={sizes} className={styles.second} /> : null
}
