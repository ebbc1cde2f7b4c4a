/** Shows a strip while the shop cannot be reached, and briefly when it can be reached again. */
import { useEffect, useState } from 'react'
import styles from './NetworkStrip.module.css'
import { useReachable } from './useReachable'

const BACK_FOR_MS = 4000

export function NetworkStrip() {
  const reachable = useReachable()
  const [wasGone, setWasGone] = useState(false)
  if (!reachable && !wasGone) setWasGone(true)
  useEffect(() => {
    if (!reachable || !wasGone) return
    const timer = setTimeout(() => setWasGone(false), BACK_FOR_MS)
    return () => clearTimeout(timer)
  }, [reachable, wasGone])
  const shown = !reachable ? 'gone' : wasGone ? 'back' : undefined
  return (
    // Always rendered, because a screen reader announces a change to its text, but not a newly added element.
    <p role="status" className={styles.strip} data-shown={shown}>
      {shown === 'gone' && 'You are offline. Pages you have seen are still here.'}
      {shown === 'back' && 'You are back online.'}
    </p>
  )
}
