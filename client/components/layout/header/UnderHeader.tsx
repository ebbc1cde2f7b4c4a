/**
 * The network strip, the notifications and the cart drawer, shown below the header on any page. They load when the page
 * is idle, so they are available when the network fails.
 */
import { usePrefetch } from '../../usePrefetch'
import { CartDrawer } from '../../cart/CartDrawer'
import { keepForOffline } from '../../../data/serviceWorker'
import { loadShowNotification } from '../../../data/notifications'
import { NetworkStrip } from './NetworkStrip'
import { Notifications } from './Notifications'

export function UnderHeader() {
  usePrefetch(loadShowNotification)
  usePrefetch(keepForOffline)
  return (
    <>
      <NetworkStrip />
      <Notifications />
      <CartDrawer />
    </>
  )
}
