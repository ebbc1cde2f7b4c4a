/** A product's second photo over its first while a mouse rests on the card. Loaded, code and all, when that first happens. */
import { useQuery } from '@apollo/client/react'
import { FurtherPhoto } from './FurtherPhoto'
import styles from './SecondPhoto.module.css'
import { SecondPhotoQueryDocument } from './SecondPhoto.generated'

export function SecondPhoto({ productId, sizes }: { productId: string; sizes: string }) {
  const { data } = useQuery(SecondPhotoQueryDocument, { variables: { id: productId } })
  const second = data?.product?.images[1]
  return second ? <FurtherPhoto image={second} decorative sizes={sizes} className={styles.second} /> : null
}
