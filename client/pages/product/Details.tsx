/** A product's details: material, size with a drawing, capacity and weight. */
import styles from './Details.module.css'
import type { ProductPageQuery } from './ProductPage.generated'
import { SizeDrawing } from './size/SizeDrawing'

type Facts = Pick<
  NonNullable<ProductPageQuery['product']>,
  'title' | 'material' | 'dimensions' | 'capacityMl' | 'weightGrams' | 'piecesInSet' | 'isFoodSafe'
>

const KILOGRAM = 1000

/** `310 g`, or `1.45 kg`. */
const weightText = (grams: number): string =>
  grams < KILOGRAM ? `${grams} g` : `${Number((grams / KILOGRAM).toFixed(2))} kg`

/** `280 ml`, or `2.4 litres`. */
const capacityText = (ml: number): string => (ml < 1000 ? `${ml} ml` : `${Number((ml / 1000).toFixed(2))} litres`)

function factsOf({
  material,
  dimensions,
  capacityMl,
  weightGrams,
  piecesInSet,
  isFoodSafe,
}: Facts): [string, string][] {
  const facts: [string, string | null][] = [
    ['Material', material],
    ['In the set', piecesInSet === null ? null : `${piecesInSet} items`],
    ['Size', dimensions],
    ['Holds', capacityMl === null ? null : capacityText(capacityMl)],
    ['Weight', weightGrams === null ? null : weightText(weightGrams)],
    ['Food safe', isFoodSafe === null ? null : isFoodSafe ? 'Yes' : 'No, not for food or drink'],
  ]
  return facts.flatMap(([term, text]) => (text ? [[term, text]] : []))
}

/** False for a product of which only the title is known. */
export const hasDetails = (product: Facts): boolean => factsOf(product).length > 0

export function Details({ product }: { product: Facts }) {
  const { title, dimensions } = product
  return (
    <>
      <dl className={styles.details}>
        {factsOf(product).map(([term, text]) => (
          <Detail key={term} term={term} text={text} />
        ))}
      </dl>
      <SizeDrawing title={title} dimensions={dimensions} />
    </>
  )
}

const Detail = ({ term, text }: { term: string; text: string }) => (
  <>
    <dt>{term}</dt>
    <dd>{text}</dd>
  </>
)
