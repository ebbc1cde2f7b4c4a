/** Asks about an address that was saved before the account's email was confirmed. It may belong to another person. */
import { useConfirmAddress } from '../../data/account/addresses'
import { Button } from '../Button'
import styles from './UncheckedAddress.module.css'

export function UncheckedAddress({ id, yes }: { id: string; yes: string }) {
  const [confirm, { loading }] = useConfirmAddress()
  return (
    <div className={styles.unchecked} role="group" aria-label="Check this address">
      <p>This address was saved before you confirmed your email. Is it yours?</p>
      <Button look="quiet" busy={loading} onClick={() => void confirm(id)}>
        {yes}
      </Button>
    </div>
  )
}
