/** The values of a product's options on its card: swatches for colours, and text for the others. */
import type { ProductCard_ProductFragment } from './ProductCard.generated'
import styles from './Swatches.module.css'

/** More values are counted. */
const MAX_SHOWN = 5

export const Swatches = ({ options }: Pick<ProductCard_ProductFragment, 'options'>) => (
  <ul className={styles.options}>
    {options.map(({ id, name, values }) => (
      <li key={id}>
        <span className="visually-hidden">{name}: </span>
        {values.slice(0, MAX_SHOWN).map((value) => (
          <span key={value.id} className={styles.value}>
            {value.swatch && <Swatch colour={value.swatch} />}
            <span className={value.swatch ? 'visually-hidden' : undefined}>{value.label}</span>
          </span>
        ))}
        {values.length > MAX_SHOWN && `+${values.length - MAX_SHOWN}`}
      </li>
    ))}
  </ul>
)

export const Swatch = ({ colour }: { colour: string }) => (
  <span className={styles.swatch} style={{ backgroundColor: colour }} aria-hidden />
)
