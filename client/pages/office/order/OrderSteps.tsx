/** Leads to the previous and the next order of the list from which staff opened an order, also with the arrow keys. */
import { useEffect, useEffectEvent } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { Value } from '../../../components/Value'
import { orderList } from '../../../data/office/orderList'
import { officePaths } from '../../../paths'
import styles from './OrderSteps.module.css'

/** In these, the arrow keys have another use. */
const OWN_ARROWS = 'input, textarea, select, [contenteditable], [role="menu"], [role="tab"]'

export function OrderSteps({ number }: { number: string }) {
  const navigate = useNavigate()
  const numbers = orderList()
  const at = numbers.indexOf(number)
  const [previous, next] = at < 0 ? [] : [numbers[at - 1], numbers[at + 1]]
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const order = event.key === 'ArrowRight' ? next : event.key === 'ArrowLeft' ? previous : undefined
    const isPlain = !event.altKey && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.repeat
    if (order === undefined || !isPlain || event.defaultPrevented) return
    if (event.target instanceof Element && event.target.closest(OWN_ARROWS)) return
    if (document.querySelector('[role="dialog"]')) return
    event.preventDefault()
    void navigate(officePaths.order(order))
  })
  useEffect(() => {
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [])
  if (at < 0 || numbers.length < 2) return null
  return (
    <nav aria-label="Orders of the list" className={styles.steps}>
      {previous !== undefined && (
        <Link to={officePaths.order(previous)} className="text-link" aria-keyshortcuts="ArrowLeft">
          <span aria-hidden>← </span>Previous order
        </Link>
      )}
      <span className={styles.place}>
        <Value>{at + 1}</Value> of <Value>{numbers.length}</Value>
      </span>
      {next !== undefined && (
        <Link to={officePaths.order(next)} className="text-link" aria-keyshortcuts="ArrowRight">
          Next order<span aria-hidden> →</span>
        </Link>
      )}
    </nav>
  )
}
