/** The sort button, with or without its menu. */
import { ArrowUpDown } from 'lucide-react'
import type { ComponentProps } from 'react'
import { Button } from '../../../components/Button'
import type { ListingFilter } from '../../../paths'
import { SORTS, type SetFilter } from '../listing'

export interface SortProps {
  filter: ListingFilter
  setFilter: SetFilter
}

export function SortLabel({ filter, ...rest }: { filter: ListingFilter } & ComponentProps<typeof Button>) {
  const sorted = SORTS.find(({ sort }) => sort === filter.sort)
  return (
    <Button {...rest} look="quiet" aria-label={`Sort, ${sorted?.label ?? 'Featured'}`}>
      <ArrowUpDown size={16} aria-hidden />
      {sorted?.label ?? 'Featured'}
    </Button>
  )
}
