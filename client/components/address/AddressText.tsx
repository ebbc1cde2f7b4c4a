/** An address in the format of a parcel label. */
import { groupedMobile, isIndia } from '../../../server/shared/indianNumbers'
import type { AddressInput } from '../../../server/shared/validation'
import styles from './AddressText.module.css'

export function AddressText({ address, tags = [] }: { address: AddressInput; tags?: string[] }) {
  return (
    <address className={styles.address}>
      <strong>
        {address.name}
        {tags.map((tag) => (
          <span key={tag} className={styles.tag}>
            {tag}
          </span>
        ))}
      </strong>
      <span>{address.street}</span>
      <span>
        {address.city}, {address.state} {address.zipCode}
      </span>
      <span>{address.country}</span>
      {/* An erased address has no mobile number. */}
      {address.mobile !== '' && (
        <span>Mobile {isIndia(address.country) ? groupedMobile(address.mobile) : address.mobile}</span>
      )}
    </address>
  )
}
