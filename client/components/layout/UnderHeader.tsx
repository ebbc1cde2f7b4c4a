/** What may appear under the header on any page: a word about the network, and notifications. Loaded when the page is idle, so that both are there when the network is not. */
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
