/** A button that opens a menu of actions which are corrections and exceptions. */
import { ChevronDown } from 'lucide-react'
import * as DropdownMenu from '@radix-ui/react-dropdown-menu'
import { Button } from '../../../components/Button'
import styles from '../../../components/Menu.module.css'

interface MoreActionsProps {
  actions: readonly { name: string; act: () => void }[]
}

export const MoreActions = ({ actions }: MoreActionsProps) => (
  // Not modal and not in a portal, like the sort menu of the shop.
  <DropdownMenu.Root modal={false}>
    <DropdownMenu.Trigger asChild>
      <Button look="quiet">
        More actions <ChevronDown size={16} aria-hidden />
      </Button>
    </DropdownMenu.Trigger>
    <DropdownMenu.Content className={styles.menu} align="start" sideOffset={6} collisionPadding={8}>
      {actions.map(({ name, act }) => (
        <DropdownMenu.Item key={name} className={styles.item} onSelect={act}>
          {name}
        </DropdownMenu.Item>
      ))}
    </DropdownMenu.Content>
  </DropdownMenu.Root>
)
