/** The active filters of the listing, each with a remove button. */
import { X } from 'lucide-react'
import { USE_NAMES } from '../../../../server/shared/productUses'
import type { ListingFilter } from '../../../paths'
import { EVERYTHING } from '../../../paths'
import styles from './Chips.module.css'
import type { Filters_FacetsFragment } from './Filters.generated'
import { GROUPS } from '../groups'
import {
  hasPriceRange,
  priceRangeText,
  productGroup,
  searchPriceText,
  withChoice,
  type SearchPrice,
  type SetFilter,
} from '../listing'

interface ChipsProps {
  filter: ListingFilter
  /** The prices in the search text, or null. */
  searchPrice: SearchPrice | null
  categories: { id: string; name: string }[]
  options: Filters_FacetsFragment['options']
  setFilter: SetFilter
}

export function Chips({ filter, searchPrice, categories, options, setFilter }: ChipsProps) {
  const chips: { text: string; name?: string; without: Partial<ListingFilter> }[] = filter.categories.map((id) => ({
    text: categories.find((category) => category.id === id)?.name ?? id,
    without: { categories: filter.categories.filter((other) => other !== id) },
  }))
  // The heading shows the search text. A text that is only a price has one chip.
  if (filter.search && searchPrice?.search !== '')
    chips.push({ text: 'Clear search', name: 'Clear search', without: { search: '' } })
  if (searchPrice) chips.push({ text: searchPriceText(searchPrice), without: { search: searchPrice.search } })
  if (hasPriceRange(filter)) {
    chips.push({
      text: priceRangeText(filter),
      without: { minPrice: EVERYTHING.minPrice, maxPrice: EVERYTHING.maxPrice },
    })
  }
  if (filter.minRating !== null) chips.push({ text: `${filter.minRating}★ up`, without: { minRating: null } })
  for (const use of filter.uses)
    chips.push({ text: `${USE_NAMES[use]} safe`, without: { uses: filter.uses.filter((other) => other !== use) } })
  for (const { option, values } of filter.choices)
    for (const value of values) {
      const known = options.find(({ slug }) => slug === option)?.values.find(({ slug }) => slug === value)
      chips.push({
        text: known?.label ?? value,
        without: { choices: withChoice(filter.choices, option, value, false) },
      })
    }
  if (filter.group && productGroup(filter)) chips.push({ text: GROUPS[filter.group].name, without: { group: null } })
  if (filter.inStock) chips.push({ text: 'In stock', without: { inStock: false } })
  if (filter.offer) {
    chips.push({
      text: filter.offer === 'combo-offer' ? 'Combo offers' : `${filter.offer} off`,
      without: { offer: null },
    })
  }
  return (
    <ul className={styles.chips} aria-label="Chosen filters">
      {chips.map(({ text, name = `Without ${text}`, without }) => (
        <li key={JSON.stringify(without)}>
          <button type="button" aria-label={name} onClick={() => setFilter(without)}>
            {text}
            <X size={14} aria-hidden />
          </button>
        </li>
      ))}
    </ul>
  )
}
