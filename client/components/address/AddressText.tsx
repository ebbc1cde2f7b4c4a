/** An address in the format of a parcel label. */
import { isInIndia } from '../../../server/shared/delivery/countries'
import { groupedMobile } from '../../../server/shared/indianNumbers'
import type { AddressInput } from '../../../server/shared/validation'
import styles from './AddressText.module.css'

export function AddressText({ address, tags = [] }: { address: AddressInput; tags?: string[] }) {
  return (
    <address className={styles.address}>
      <strong>
        <bdi>{address.name}</bdi>
        {tags.map((tag) => (
          <span key={tag} className={styles.tag}>
            {tag}
          </span>
        ))}
      </strong>
      <bdi>{address.street}</bdi>
      <span>
        <bdi>{address.city}</bdi>, <bdi>{address.state}</bdi> <bdi>{address.zipCode}</bdi>
      </span>
      <bdi>{address.country}</bdi>
      {/* An erased address has no mobile number. */}
      {address.mobile !== '' && (
        <span>Mobile {isInIndia(address) ? groupedMobile(address.mobile) : address.mobile}</span>
      )}
    </address>
  )
}
