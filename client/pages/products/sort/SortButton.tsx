/** The sort button on small screens, which have no sidebar. The menu's code loads before it is opened. */
import { lazy, startTransition, Suspense, useState } from 'react'
import { usePrefetch } from '../../../components/usePrefetch'
import { SortLabel, type SortProps } from './SortLabel'

const load = () => import('./SortMenu')
const SortMenu = lazy(async () => ({ default: (await load()).SortMenu }))

export function SortButton(props: SortProps) {
  const [wanted, setWanted] = useState(false)
  usePrefetch(load)
  const button = (
    <SortLabel
      filter={props.filter}
      aria-haspopup="menu"
      aria-expanded={false}
      onPointerEnter={() => void load()}
      onClick={() => startTransition(() => setWanted(true))}
    />
  )
  return wanted ? (
    <Suspense fallback={button}>
      <SortMenu {...props} />
    </Suspense>
  ) : (
    button
  )
}
