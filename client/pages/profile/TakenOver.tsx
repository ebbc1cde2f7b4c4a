/** Lists what a stranger may have left in the account. Stays on the page until the owner of the email hides it. */
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { Button } from '../../components/Button'
import { forgetTakeover, readTakeover } from '../../data/session/takeover'
import { paths } from '../../paths'
import styles from './TakenOver.module.css'

export function TakenOver({ userId }: { userId: string }) {
  const [takeover, setTakeover] = useState(() => readTakeover(userId))
  if (!takeover) return null
  const { orderNumbers, addressCount } = takeover
  const dismiss = () => {
    forgetTakeover()
    setTakeover(null)
  }
  return (
    <section className={styles.notice} aria-labelledby="taken-over">
      <h2 id="taken-over">Someone else may have opened this account</h2>
      <p>
        Your email was not confirmed until you logged in with a code. We removed the account’s password, name, cart,
        wishlist and consents.
      </p>
      {addressCount > 0 && <p>Please check the addresses below.</p>}
      {orderNumbers.length > 0 && (
        <>
          <p>Please check these open orders. You can cancel an order until it is packed.</p>
          <ul>
            {orderNumbers.map((number) => (
              <li key={number}>
                <Link to={paths.order(number)} className="text-link">
                  {number}
                </Link>
              </li>
            ))}
          </ul>
        </>
      )}
      <Button look="quiet" onClick={dismiss}>
        Hide this message
      </Button>
    </section>
  )
}
