/** The product's glazes, sizes and so on, as links. Each has an address, so it can be shared, and works before the page's code has loaded. */
import { Link } from 'react-router-dom'
import { Swatch } from '../../components/product/Swatches'
import styles from './VariantPicker.module.css'
import { addressOfVariant, withValue, type Product, type Variant } from './variants'

export function VariantPicker({ product, chosen }: { product: Product; chosen: Variant }) {
  if (product.options.length === 0) return null
  return (
    <div className={styles.options}>
      {product.options.map(({ id, slug, name, values }) => {
        const current = chosen.options.find(({ option }) => option.id === id)?.value.id
        return (
          <div key={id} role="group" aria-labelledby={`option-${slug}`}>
            <p id={`option-${slug}`} className={styles.name}>
              {name}: <strong>{values.find((value) => value.id === current)?.label}</strong>
            </p>
            <ul className={styles.values}>
              {values.map((value) => {
                const variant = withValue(product, chosen, slug, value.slug)
                if (!variant) return null
                const isSoldOut = variant.product.quantityAvailable === 0
                return (
                  <li key={value.id}>
                    <Link
                      to={addressOfVariant(product, variant)}
                      replace
                      preventScrollReset
                      className={styles.value}
                      aria-current={value.id === current ? 'true' : undefined}
                      data-sold-out={isSoldOut || undefined}
                    >
                      {value.swatch && <Swatch colour={value.swatch} />}
                      <span className={styles.label}>{value.label}</span>
                      {isSoldOut && <span className="visually-hidden">, sold out</span>}
                    </Link>
                  </li>
                )
              })}
            </ul>
          </div>
        )
      })}
    </div>
  )
}
