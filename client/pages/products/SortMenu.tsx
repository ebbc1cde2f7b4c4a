/** Sorting on small screens, where the side bar is away. */
import { ArrowUpDown, Check } from 'lucide-react'
import { DropdownMenu } from 'radix-ui'
import { Button } from '../../components/Button'
import type { ListingFilter } from '../../paths'
import { SORTS } from './listing'
import type { SetFilter } from './ProductsPage'
import styles from './SortMenu.module.css'

export function SortMenu({ filter, setFilter }: { filter: ListingFilter; setFilter: SetFilter }) {
  const sorted = SORTS.find(({ sort }) => sort === filter.sort)
  return (
    // Not modal: the page behind stays readable, and what has the focus is never hidden from a screen reader.
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>
        <Button look="quiet" aria-label={sorted ? `Sort, ${sorted.label}` : 'Sort'}>
          <ArrowUpDown size={16} aria-hidden />
          {sorted?.label ?? 'Sort'}
        </Button>
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content className={styles.menu} align="end" sideOffset={6}>
          <DropdownMenu.RadioGroup value={filter.sort ?? ''}>
            {SORTS.map(({ sort, label }) => (
              <DropdownMenu.RadioItem
                key={sort}
                value={sort}
                className={styles.item}
                onSelect={() => setFilter({ sort })}
              >
                {label}
                <DropdownMenu.ItemIndicator>
                  <Check size={16} aria-hidden />
                </DropdownMenu.ItemIndicator>
              </DropdownMenu.RadioItem>
            ))}
          </DropdownMenu.RadioGroup>
          <DropdownMenu.Item className={styles.item} onSelect={() => setFilter({ sort: null })}>
            Clear Sort
          </DropdownMenu.Item>
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  )
}
