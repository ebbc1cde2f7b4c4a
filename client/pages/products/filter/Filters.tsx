/** The filters of a listing. Each choice shows its number of products. */
import type { ReactNode } from 'react'
import { useCategories } from '../../../data/catalogue/shop'
import { PRODUCT_USES, USE_NAMES, urlPartOf, type ProductUse } from '../../../../server/shared/productUses'
import { SHOP } from '../../../../server/shared/shop'
import { onSubmit } from '../../../components/form/form'
import { choiceParameter, paths, type ListingFilter } from '../../../paths'
import { Swatch } from '../../../components/product/Swatches'
import styles from './Filters.module.css'
import type { Filters_FacetsFragment } from './Filters.generated'
import { effectivePrices, SORTS, withChoice, type SearchPrice, type SetFilter } from '../listing'
import { PriceFilter } from './PriceFilter'

interface FiltersProps {
  /** The form's id. The sort controls belong to the same form. */
  id: string
  facets: Filters_FacetsFragment
  filter: ListingFilter
  /** The prices in the search text, or null. */
  searchPrice: SearchPrice | null
  setFilter: SetFilter
}

export function Filters({ id, facets, filter, searchPrice, setFilter }: FiltersProps) {
  // A category without any products filters nothing.
  const shown = useCategories()?.map(({ id: category }) => category)
  const categories = facets.categories.filter(
    ({ category }) => !shown || [...shown, ...filter.categories].includes(category.id),
  )
  const toggleCategory = (id: string, on: boolean) =>
    setFilter({ categories: on ? [...filter.categories, id] : filter.categories.filter((other) => other !== id) })
  const toggleUse = (use: ProductUse, on: boolean) =>
    setFilter({ uses: PRODUCT_USES.filter((each) => (each === use ? on : filter.uses.includes(each))) })
  return (
    // Before hydration, or without JavaScript, the browser submits this form. The field names match the listing's query
    // parameters.
    <form id={id} action={paths.products()} className={styles.filters} onSubmit={onSubmit(() => undefined)}>
      {filter.group && <input type="hidden" name="group" value={filter.group} />}
      {filter.search && <input type="hidden" name="search" value={filter.search} />}
      {filter.offer && <input type="hidden" name="offer" value={filter.offer} />}
      <fieldset>
        <legend>Category</legend>
        {categories.map(({ category, count }) => (
          <label key={category.id} data-none={count === 0 || undefined}>
            <input
              type="checkbox"
              name="category"
              value={category.id}
              checked={filter.categories.includes(category.id)}
              onChange={(event) => toggleCategory(category.id, event.target.checked)}
            />
            {category.name} <span>{count}</span>
          </label>
        ))}
      </fieldset>
      <fieldset>
        <legend>Price</legend>
        <PriceFilter
          {...effectivePrices(filter, searchPrice)}
          histogram={facets.priceHistogram}
          // The prices set with the slider replace those in the search text.
          onChange={(minPrice, maxPrice) =>
            setFilter({ minPrice, maxPrice, ...(searchPrice && { search: searchPrice.search }) })
          }
        />
      </fieldset>
      <fieldset>
        <legend>Availability</legend>
        <label>
          <input
            type="checkbox"
            name="stock"
            value="in"
            checked={filter.inStock}
            onChange={(event) => setFilter({ inStock: event.target.checked })}
          />
          In stock only
        </label>
      </fieldset>
      {facets.options.map((option) => {
        const chosen = filter.choices.find((each) => each.option === option.slug)?.values ?? []
        if (chosen.length === 0 && !isComparable(option, filter)) return null
        const labels = option.values.map(({ slug, label, swatch, count }) => (
          <label key={slug} data-none={count === 0 || undefined}>
            <input
              type="checkbox"
              name="choice"
              value={choiceParameter(option.slug, slug)}
              checked={chosen.includes(slug)}
              disabled={!chosen.includes(slug) && chosen.length >= SHOP.filterLimits.values}
              onChange={(event) =>
                setFilter({ choices: withChoice(filter.choices, option.slug, slug, event.target.checked) })
              }
            />
            {swatch && <Swatch colour={swatch} />}
            <bdi>{label}</bdi> <span>{count}</span>
          </label>
        ))
        const first = labels.length > FIRST_VALUES + 1 ? FIRST_VALUES : labels.length
        return (
          <Folded key={option.slug} name={option.name} isSet={chosen.length > 0}>
            {labels.slice(0, first)}
            {first < labels.length && (
              <details
                className={styles.more}
                open={option.values.slice(first).some(({ slug }) => chosen.includes(slug))}
              >
                <summary>{labels.length - first} more</summary>
                {labels.slice(first)}
              </details>
            )}
          </Folded>
        )
      })}
      <Folded name="Rating" isSet={filter.minRating !== null}>
        {facets.ratings.map(({ minRating, count }) => {
          const text = `${minRating} ${minRating === 1 ? 'star' : 'stars'} & above`
          return (
            <label key={minRating} data-none={count === 0 || undefined}>
              <input
                type="radio"
                name="rating"
                value={minRating}
                aria-label={text}
                checked={filter.minRating === minRating}
                onChange={() => setFilter({ minRating })}
              />
              {text} <span>{count}</span>
            </label>
          )
        })}
      </Folded>
      <Folded name="Safe for" isSet={filter.uses.length > 0}>
        {facets.uses.map(({ use, count }) => (
          <label key={use} data-none={count === 0 || undefined}>
            <input
              type="checkbox"
              name="safe"
              value={urlPartOf(use)}
              checked={filter.uses.includes(use)}
              onChange={(event) => toggleUse(use, event.target.checked)}
            />
            {USE_NAMES[use]} <span>{count}</span>
          </label>
        ))}
      </Folded>
      <button type="submit" className={`without-script ${styles.send}`}>
        Show products
      </button>
    </form>
  )
}

/** The values of an option that are shown before `8 more` is pressed. */
const FIRST_VALUES = 6

/** Colours can be compared in the whole shop. Sizes mean something only within one category. */
const isComparable = ({ values }: Filters_FacetsFragment['options'][number], { categories }: ListingFilter): boolean =>
  categories.length === 1 || values.some(({ swatch }) => swatch !== null)

interface FoldedProps {
  name: string
  /** True if the filter has a choice of this group, which is then open. */
  isSet: boolean
  children: ReactNode
}

const Folded = ({ name, isSet, children }: FoldedProps) => (
  <details className={styles.folded} open={isSet}>
    <summary>
      <bdi>{name}</bdi>
    </summary>
    <fieldset aria-label={name}>{children}</fieldset>
  </details>
)

/** The sort order on screens with a sidebar, above the products. */
export function Sorting({ id, filter, setFilter }: Omit<FiltersProps, 'facets' | 'searchPrice'>) {
  return (
    <div className={styles.sorting}>
      <label>
        Sort
        <select
          name="sort"
          form={id}
          value={filter.sort ?? ''}
          onChange={({ target: { value } }) =>
            setFilter({ sort: SORTS.find(({ sort }) => sort === value)?.sort ?? null })
          }
        >
          <option value="">Featured</option>
          {SORTS.map(({ sort, label }) => (
            <option key={sort} value={sort}>
              {label}
            </option>
          ))}
        </select>
      </label>
      <button type="submit" form={id} className={`without-script ${styles.send}`}>
        Sort
      </button>
    </div>
  )
}
