/** A product's details: material, size with a drawing, capacity, weight and the studio's rating. */
import styles from './Details.module.css'
import type { ProductPageQuery } from './ProductPage.generated'
import { SizeDrawing } from './size/SizeDrawing'

type Facts = Pick<
  NonNullable<ProductPageQuery['product']>,
  'title' | 'material' | 'dimensions' | 'capacityMl' | 'weightGrams' | 'isFoodSafe' | 'rating' | 'ratingSource'
>

const KILOGRAM = 1000

/** `310 g`, or `1.45 kg`. */
const weightText = (grams: number): string =>
  grams < KILOGRAM ? `${grams} g` : `${Number((grams / KILOGRAM).toFixed(2))} kg`

/** `280 ml`, or `2.4 litres`. */
const capacityText = (ml: number): string => (ml < 1000 ? `${ml} ml` : `${Number((ml / 1000).toFixed(2))} litres`)

export function Details({ product }: { product: Facts }) {
  const { title, material, dimensions, capacityMl, weightGrams, isFoodSafe, rating, ratingSource } = product
  const facts: [string, string | null][] = [
    ['Material', material],
    ['Size', dimensions],
    ['Holds', capacityMl === null ? null : capacityText(capacityMl)],
    ['Weight', weightGrams === null ? null : weightText(weightGrams)],
    ['Food safe', isFoodSafe === null ? null : isFoodSafe ? 'Yes' : 'No, not for food or drink'],
    ['Our rating', ratingSource === 'STUDIO' ? `${rating} of 5, until three buyers have reviewed it` : null],
  ]
  return (
    <>
      <dl className={styles.details}>
        {facts.map(([term, text]) => text && <Detail key={term} term={term} text={text} />)}
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
