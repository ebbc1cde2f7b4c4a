/** Says that the network is gone, for as long as it is, and for a moment that it is back. */
import { useEffect, useState } from 'react'
import styles from './NetworkStrip.module.css'

const BACK_FOR_MS = 4000

export function NetworkStrip() {
  const [state, setState] = useState<'gone' | 'back' | null>(() => (navigator.onLine ? null : 'gone'))
  useEffect(() => {
    const onOffline = () => setState('gone')
    const onOnline = () => setState('back')
    window.addEventListener('offline', onOffline)
    window.addEventListener('online', onOnline)
    return () => {
      window.removeEventListener('offline', onOffline)
      window.removeEventListener('online', onOnline)
    }
  }, [])
  useEffect(() => {
    if (state !== 'back') return
    const timer = setTimeout(() => setState(null), BACK_FOR_MS)
    return () => clearTimeout(timer)
  }, [state])
  return (
    // Always there: a screen reader announces what changes in it, and not what comes with it.
    <p role="status" className={styles.strip} data-shown={state ?? undefined}>
      {state === 'gone' && 'You are offline. Pages you have seen are still here.'}
      {state === 'back' && 'You are back online.'}
    </p>
  )
}
