/** Shows a strip while the shop cannot be reached, and briefly when it can be reached again. */
import { useEffect, useState } from 'react'
import styles from './NetworkStrip.module.css'
import { useReachability } from '../../../data/apollo/useReachability'

const BACK_FOR_MS = 4000

const GONE = {
  offline: 'You are offline. Pages you have seen are still here.',
  unreached: 'We cannot reach the shop. Check your connection, or try again in a minute.',
}
const BACK = { offline: 'You are back online.', unreached: 'We can reach the shop again.' }

export function NetworkStrip() {
  const reachability = useReachability()
  const [last, setLast] = useState<keyof typeof GONE | null>(null)
  const isGone = reachability !== 'reached'
  if (isGone && last !== reachability) setLast(reachability)
  useEffect(() => {
    if (isGone || !last) return
    const timer = setTimeout(() => setLast(null), BACK_FOR_MS)
    return () => clearTimeout(timer)
  }, [isGone, last])
  return (
    // Always rendered, because a screen reader announces a change to its text, but not a newly added element.
    <p role="status" className={styles.strip} data-shown={isGone ? 'gone' : last ? 'back' : undefined}>
      {isGone ? GONE[reachability] : last && BACK[last]}
    </p>
  )
}
