/** What a listing can be narrowed to, each choice with the number of products behind it. */
import { useId } from 'react'
import type { ListingFilter } from '../../paths'
import styles from './Filters.module.css'
import type { Filters_FacetsFragment } from './Filters.generated'
import { SORTS, type SetFilter } from './listing'
import { PriceFilter } from './PriceFilter'

interface FiltersProps {
  facets: Filters_FacetsFragment
  filter: ListingFilter
  setFilter: SetFilter
}

export function Filters({ facets, filter, setFilter }: FiltersProps) {
  // Side bar and drawer may both be there: each has a radio group of its own.
  const ratingGroup = useId()
  const toggleCategory = (id: string, on: boolean) =>
    setFilter({ categories: on ? [...filter.categories, id] : filter.categories.filter((other) => other !== id) })
  return (
    <div className={styles.filters}>
      <fieldset>
        <legend>Price</legend>
        <PriceFilter
          minimum={filter.minPrice}
          maximum={filter.maxPrice}
          histogram={facets.priceHistogram}
          onChange={(minPrice, maxPrice) => setFilter({ minPrice, maxPrice })}
        />
      </fieldset>
      <fieldset>
        <legend>Category</legend>
        {facets.categories.map(({ category, count }) => (
          <label key={category.id} data-none={count === 0 || undefined}>
            <input
              type="checkbox"
              checked={filter.categories.includes(category.id)}
              onChange={(event) => toggleCategory(category.id, event.target.checked)}
            />
            {category.name} <span>{count}</span>
          </label>
        ))}
      </fieldset>
      <fieldset>
        <legend>Rating</legend>
        {facets.ratings.map(({ minRating, count }) => {
          const text = `${minRating} ${minRating === 1 ? 'star' : 'stars'} & above`
          return (
            <label key={minRating} data-none={count === 0 || undefined}>
              <input
                type="radio"
                name={ratingGroup}
                aria-label={text}
                checked={filter.minRating === minRating}
                onChange={() => setFilter({ minRating })}
              />
              {text} <span>{count}</span>
            </label>
          )
        })}
      </fieldset>
      <fieldset>
        <legend>Availability</legend>
        <label>
          <input
            type="checkbox"
            checked={filter.inStock}
            onChange={(event) => setFilter({ inStock: event.target.checked })}
          />
          In stock only
        </label>
      </fieldset>
    </div>
  )
}

/** On screens with a side bar: in one row above the products. */
export function Sorting({ filter, setFilter }: Omit<FiltersProps, 'facets'>) {
  const group = useId()
  return (
    <div className={`${styles.filters} ${styles.sorting}`}>
      <fieldset>
        <legend>Sort</legend>
        {SORTS.map(({ sort, label }) => (
          <label key={sort}>
            <input type="radio" name={group} checked={filter.sort === sort} onChange={() => setFilter({ sort })} />
            {label}
          </label>
        ))}
      </fieldset>
    </div>
  )
}
