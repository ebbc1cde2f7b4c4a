/** The emails about products that the shopper waits for, each with a button that stops it. */
import { Link } from 'react-router-dom'
import { Button } from '../../components/Button'
import { NotSaved } from '../../components/cart/NotSaved'
import { useStopNotice, type Notices } from '../../data/account/notices'
import { controls } from '../../data/unsaved'
import { paths } from '../../paths'
import styles from './Privacy.module.css'

type Notice = Notices['notices'][number]

const ABOUT: Record<Notice['kind'], string> = { AVAILABLE: 'back in stock', PRICE: 'price drops' }

export function ProductNotices({ notices }: Pick<Notices, 'notices'>) {
  if (notices.length === 0) return null
  return (
    <section aria-labelledby="product-notices" className={styles.notices}>
      <h3 id="product-notices">Emails you wait for</h3>
      <ul>
        {notices.map((notice) => (
          <Row key={notice.id} notice={notice} />
        ))}
      </ul>
    </section>
  )
}

function Row({ notice }: { notice: Notice }) {
  const [stop, { loading }] = useStopNotice()
  const { id, kind, product } = notice
  return (
    <li>
      <span id={`notice-${id}`}>
        <Link to={paths.product(product.id)} className="text-link">
          {product.title}
        </Link>
        : {ABOUT[kind]}
      </span>
      <Button look="bare" busy={loading} aria-describedby={`notice-${id}`} onClick={() => void stop(notice)}>
        Remove
      </Button>
      <NotSaved control={kind === 'PRICE' ? controls.priceNotice(product.id) : controls.notice(id)} />
    </li>
  )
}
