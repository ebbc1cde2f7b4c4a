/** The sort menu. It opens when it is mounted, because its code loads when its button is pressed. */
import { Check } from 'lucide-react'
import * as DropdownMenu from '@radix-ui/react-dropdown-menu'
import { SORTS } from '../listing'
import { SortLabel, type SortProps } from './SortLabel'
import styles from '../../../components/Menu.module.css'

export function SortMenu({ filter, setFilter }: SortProps) {
  return (
    // Not modal, so the page stays readable and the focused element is never hidden from a screen reader. Not in a
    // portal, so the menu stays inside the page's main landmark.
    <DropdownMenu.Root modal={false} defaultOpen>
      <DropdownMenu.Trigger asChild>
        <SortLabel filter={filter} />
      </DropdownMenu.Trigger>
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
    </DropdownMenu.Root>
  )
}
