/** An address as it stands on a parcel. */
import type { AddressInput } from '../../server/shared/validation'
import styles from './AddressText.module.css'

export function AddressText({ address, tag }: { address: AddressInput; tag?: string }) {
  return (
    <address className={styles.address}>
      <strong>
        {address.name}
        {tag && <span className={styles.tag}>{tag}</span>}
      </strong>
      <span>{address.street}</span>
      <span>
        {address.city}, {address.state}
      </span>
      <span>
        {address.country} {address.zipCode}
      </span>
      <span>Mobile {address.mobile}</span>
    </address>
  )
}
