/** A switch: email me once when the price of this product falls. */
import { Link } from 'react-router-dom'
import { NotSaved } from '../../components/cart/NotSaved'
import form from '../../components/form/FormDialog.module.css'
import { findNotice, useSetPriceNotice, type Notices } from '../../data/account/notices'
import { controls } from '../../data/unsaved'
import { paths } from '../../paths'
import styles from './PriceNotice.module.css'

export function PriceNotice({ me, productId }: { me: Notices; productId: string }) {
  const notice = findNotice(me, 'PRICE', productId)
  const [set, { loading }] = useSetPriceNotice(productId, notice)
  if (!me.emailVerifiedAt)
    return (
      <p className={styles.notice}>
        <Link to={paths.profile()} className="text-link">
          Confirm your email
        </Link>{' '}
        to hear when the price drops
      </p>
    )
  return (
    <div className={styles.notice}>
      <label className={form.check}>
        <input
          type="checkbox"
          role="switch"
          checked={notice !== undefined}
          aria-busy={loading}
          onChange={(event) => loading || set(event.target.checked)}
        />
        Tell me when the price drops
      </label>
      <NotSaved control={controls.priceNotice(productId)} />
    </div>
  )
}
