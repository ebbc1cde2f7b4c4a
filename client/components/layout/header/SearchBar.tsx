/** The search field below the header, with product suggestions. */
import { X } from 'lucide-react'
import { useEffect, useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react'
import { useNavigate } from 'react-router-dom'
import { formatRupees } from '../../../../server/shared/money/money'
import { SHOP } from '../../../../server/shared/shop'
import { useQuery } from '../../../data/reading'
import { paths } from '../../../paths'
import { onSubmit } from '../../form/form'
import { Photo } from '../../photo/Photo'
import { HelpFor, PopularSearches } from '../../search/SearchLinks'
import { Value } from '../../Value'
import { SearchBarQueryDocument } from './SearchBar.generated'
import styles from './SearchBar.module.css'

interface SearchBarProps {
  text: string
  onText: (text: string) => void
  onSearch: (text: string) => void
  /** Called when the user opens a suggestion, or a link of the panel. */
  onOpenSuggestion: () => void
  onClose: () => void
}

const LIST = 'search-suggestions'

const optionId = (index: number) => `${LIST}-${index}`

export function SearchBar({ text, onText, onSearch, onOpenSuggestion, onClose }: SearchBarProps) {
  const navigate = useNavigate()
  const field = useRef<HTMLInputElement>(null)
  const [chosen, setChosen] = useState(-1)
  const settled = useSettled(text.trim(), 180)
  // No loader: the text changes without a navigation.
  const { data } = useQuery(SearchBarQueryDocument, { variables: { text: settled }, skip: settled.length < 2 })
  /** The text whose suggestions Escape has closed. */
  const [closedFor, setClosedFor] = useState<string | null>(null)
  const suggestions = settled.length < 2 || closedFor === text ? [] : (data?.suggestions ?? [])

  // An effect would run after the field is visible, and the first letter could be typed before it.
  useLayoutEffect(() => field.current?.focus(), [])

  const open = (id: string) => {
    onOpenSuggestion()
    void navigate(paths.product(id))
  }
  const submit = () => {
    const product = suggestions[chosen]
    if (product) open(product.id)
    else onSearch(text)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const { key } = event
    if (key === 'Escape') {
      if (suggestions.length === 0) return onClose()
      // Keeps the text, as in other lists of suggestions.
      event.preventDefault()
      setChosen(-1)
      setClosedFor(text)
    } else if ((key === 'ArrowDown' || key === 'ArrowUp') && suggestions.length > 0) {
      event.preventDefault()
      const places = suggestions.length + 1 // The suggestions and the search field.
      setChosen((at) => ((at + 1 + (key === 'ArrowDown' ? 1 : places - 1)) % places) - 1)
    }
  }

  return (
    <search className={styles.bar}>
      <form action={paths.products()} className={`wrap ${styles.row}`} onSubmit={onSubmit(submit)}>
        <input
          ref={field}
          type="text"
          name="search"
          inputMode="search"
          enterKeyHint="search"
          autoComplete="off"
          role="combobox"
          aria-label="Search products"
          aria-expanded={suggestions.length > 0}
          aria-controls={LIST}
          aria-autocomplete="list"
          aria-activedescendant={chosen >= 0 ? optionId(chosen) : undefined}
          placeholder="What are you looking for?"
          maxLength={SHOP.filterLimits.characters}
          value={text}
          onChange={(event) => {
            setChosen(-1)
            setClosedFor(null)
            onText(event.target.value)
          }}
          onKeyDown={onKeyDown}
        />
        <button type="button" aria-label="Close search" onClick={onClose}>
          <X size={20} aria-hidden />
        </button>
      </form>
      <ul
        id={LIST}
        role="listbox"
        aria-label="Suggestions"
        className={`wrap ${styles.list}`}
        hidden={suggestions.length === 0}
      >
        {suggestions.map((product, i) => (
          <li
            key={product.id}
            id={optionId(i)}
            role="option"
            aria-selected={i === chosen}
            className={styles.option}
            onClick={() => open(product.id)}
          >
            <Photo image={product.image} decorative sizes="44px" className={styles.photo} />
            <span>{product.title}</span>
            <span className={styles.price}>
              <Value>{formatRupees(product.price.discounted)}</Value>
            </span>
          </li>
        ))}
      </ul>
      <div className="wrap">
        {text.trim() === '' ? (
          <PopularSearches onOpen={onOpenSuggestion} />
        ) : (
          <HelpFor text={text} onOpen={onOpenSuggestion} />
        )}
      </div>
    </search>
  )
}

/** Returns `value` once it has not changed for `afterMs`. */
function useSettled(value: string, afterMs: number): string {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), afterMs)
    return () => clearTimeout(timer)
  }, [value, afterMs])
  return settled
}
