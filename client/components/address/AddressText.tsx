/** An address in the format of a parcel label. */
import { groupedMobile, groupedPin, isIndia } from '../../../server/shared/indianNumbers'
import type { AddressInput } from '../../../server/shared/validation'
import styles from './AddressText.module.css'

export function AddressText({ address, tag }: { address: AddressInput; tag?: string }) {
  const inIndia = isIndia(address.country)
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
        {address.country} {inIndia ? groupedPin(address.zipCode) : address.zipCode}
      </span>
      <span>Mobile {inIndia ? groupedMobile(address.mobile) : address.mobile}</span>
    </address>
  )
}
