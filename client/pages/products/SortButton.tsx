/** Sorting on small screens, where the side bar is away. The menu is loaded when it is about to be opened. */
import { ArrowUpDown } from 'lucide-react'
import { lazy, Suspense, useState, type ComponentProps } from 'react'
import { Button } from '../../components/Button'
import type { ListingFilter } from '../../paths'
import { SORTS } from './listing'
import type { SetFilter } from './ProductsPage'

const load = () => import('./SortMenu')
const SortMenu = lazy(async () => ({ default: (await load()).SortMenu }))

export interface SortProps {
  filter: ListingFilter
  setFilter: SetFilter
}

export function SortButton(props: SortProps) {
  const [wanted, setWanted] = useState(false)
  const button = (
    <SortLabel
      filter={props.filter}
      aria-haspopup="menu"
      aria-expanded={false}
      onPointerEnter={() => void load()}
      onClick={() => setWanted(true)}
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

/** The button as it looks with and without its menu. */
export function SortLabel({ filter, ...rest }: { filter: ListingFilter } & ComponentProps<typeof Button>) {
  const sorted = SORTS.find(({ sort }) => sort === filter.sort)
  return (
    <Button {...rest} look="quiet" aria-label={sorted ? `Sort, ${sorted.label}` : 'Sort'}>
      <ArrowUpDown size={16} aria-hidden />
      {sorted?.label ?? 'Sort'}
    </Button>
  )
}
