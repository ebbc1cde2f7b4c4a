/** The values of a product's first option on its card: swatches for colours, and text for others. */
import type { ProductCard_ProductFragment } from './ProductCard.generated'
import styles from './Swatches.module.css'

interface SwatchesProps {
  variants: NonNullable<ProductCard_ProductFragment['variantSummary']>
  /** Called with a colour that the shopper points at or taps. */
  onPoint: (colour: string) => void
}

export function Swatches({ variants, onPoint }: SwatchesProps) {
  const { optionNames, labels, swatches, labelCount } = variants
  const more = labelCount - labels.length
  return (
    <p className={styles.values}>
      <span className="visually-hidden">{optionNames[0]}: </span>
      {swatches.map((colour, i) => (
        <span key={i} className={styles.target} onPointerEnter={() => onPoint(colour)}>
          <Swatch colour={colour} />
        </span>
      ))}
      <span className={swatches.length > 0 ? 'visually-hidden' : undefined}>{labels.join(', ')}</span>
      {more > 0 && <span>+{more}</span>}
    </p>
  )
}

export const Swatch = ({ colour }: { colour: string }) => (
  <span className={styles.swatch} style={{ backgroundColor: colour }} aria-hidden />
)
