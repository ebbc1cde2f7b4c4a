/**
 * The network strip and the notifications, shown below the header on any page. They load when the page is idle, so both
 * are available when the network fails.
 */
import { usePrefetch } from '../usePrefetch'
import { keepForOffline } from '../../data/serviceWorker'
import { loadShowNotification } from '../../data/notifications'
import { NetworkStrip } from './NetworkStrip'
import { Notifications } from './Notifications'

export function UnderHeader() {
  usePrefetch(loadShowNotification)
  usePrefetch(keepForOffline)
  return (
    <>
      <NetworkStrip />
      <Notifications />
    </>
  )
}
