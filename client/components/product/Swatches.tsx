/** The values of a product's first option on its card: swatches for colours, and text for others. */
import type { ProductCard_ProductFragment } from './ProductCard.generated'
import styles from './Swatches.module.css'

export function Swatches({ variants }: { variants: NonNullable<ProductCard_ProductFragment['variantSummary']> }) {
  const { optionNames, labels, swatches, labelCount } = variants
  const more = labelCount - labels.length
  return (
    <p className={styles.values}>
      <span className="visually-hidden">{optionNames[0]}: </span>
      {swatches.map((colour, i) => (
        <Swatch key={i} colour={colour} />
      ))}
      <span className={swatches.length > 0 ? 'visually-hidden' : undefined}>{labels.join(', ')}</span>
      {more > 0 && <span>+{more}</span>}
    </p>
  )
}

export const Swatch = ({ colour }: { colour: string }) => (
  <span className={styles.swatch} style={{ backgroundColor: colour }} aria-hidden />
)
