/** Small icons with words: whether the product may go into the microwave, the dishwasher and the oven. Shows only what its care text says. */
import { CARE_WORDS, careUsesOf, type Appliance } from '../../../../server/shared/careUses'
import styles from './CareUses.module.css'

/** Within a square of 24 units. */
const BODIES: Record<Appliance, string> = {
  // A window, and two dials on its right.
  microwave: 'M2 5h20v14H2z M5.5 8.5h8.5v7H5.5z M18 9.5v.01 M18 14.5v.01',
  // A panel, and three plates in a rack.
  dishwasher: 'M4 2.5h16v19H4z M4 7h16 M7.5 18h9 M8.5 11v7 M12 11v7 M15.5 11v7',
  // A panel with three dials, and a window.
  oven: 'M4 2.5h16v19H4z M4 7.5h16 M8 5v.01 M12 5v.01 M16 5v.01 M7.5 11.5h9v6.5h-9z',
}

export function CareUses({ care }: { care: string | null }) {
  const uses = careUsesOf(care)
  if (uses.length === 0) return null
  return (
    <ul className={styles.uses} aria-label="Use">
      {uses.map(({ appliance, isAllowed }) => (
        <li key={appliance}>
          <svg viewBox="0 0 24 24" width={22} height={22} className={styles.icon} aria-hidden>
            <path d={BODIES[appliance]} />
            {!isAllowed && (
              <>
                <path d="M2 22L22 2" className={styles.gap} />
                <path d="M2 22L22 2" />
              </>
            )}
          </svg>
          {CARE_WORDS[appliance][isAllowed ? 'yes' : 'no']}
        </li>
      ))}
    </ul>
  )
}
