/** An address as it stands on a parcel. */
import styles from './AddressText.module.css'

interface AddressTextProps {
  address: {
    name: string
    street: string
    city: string
    state: string
    country: string
    zipCode: string
    mobile: string
  }
  tag?: string
}

export function AddressText({ address, tag }: AddressTextProps) {
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
