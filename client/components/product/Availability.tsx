/** Shows a message if a product is sold out or only a few items are left. */
import type { FragmentType } from '@apollo/client/masking'
import { SHOP } from '../../../server/shared/shop'
import styles from './Availability.module.css'
import { Availability_ProductFragmentDoc, type Availability_ProductFragment } from './Availability.generated'
import { useFragmentData } from '../../data/reading'

export function Availability({ product }: { product: FragmentType<Availability_ProductFragment> }) {
  const data = useFragmentData(Availability_ProductFragmentDoc, product)
  const { quantityAvailable } = data
  if (quantityAvailable > SHOP.fewLeft) return null
  return quantityAvailable === 0 ? (
    <SoldOut />
  ) : (
    <p className={styles.availability}>{`Only ${quantityAvailable} left`}</p>
  )
}

export const SoldOut = () => <p className={styles.availability}>Sold out</p>
