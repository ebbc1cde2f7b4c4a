/** The search field over the header, with product suggestions. */
import { Search, X } from 'lucide-react'
import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { formatRupees } from '../../../../server/shared/money/money'
import { SHOP } from '../../../../server/shared/shop'
import { useQuery } from '../../../data/reading'
import { paths } from '../../../paths'
import { onSubmit } from '../../form/form'
import { Photo } from '../../photo/Photo'
import { HelpFor, PopularSearches } from '../../search/SearchLinks'
import { closeSheet, focusOnOpening, Sheet } from '../../Sheet'
import { Value } from '../../Value'
import { SearchBarQueryDocument } from './SearchBar.generated'
import styles from './SearchBar.module.css'

const LIST = 'search-suggestions'

const optionId = (index: number) => `${LIST}-${index}`

/** The search button names `id` as its `popoverTarget`. */
export function SearchBar({ id }: { id: string }) {
  const navigate = useNavigate()
  const location = useLocation()
  const field = useRef<HTMLInputElement>(null)
  const [text, setText] = useState('')
  const [chosen, setChosen] = useState(-1)
  const settled = useSettled(text.trim(), 180)
  // No loader: the text changes without a navigation.
  const { data } = useQuery(SearchBarQueryDocument, { variables: { text: settled }, skip: settled.length < 2 })
  /** The text whose suggestions are closed, by Escape or by a search. */
  const [closedFor, setClosedFor] = useState<string | null>(null)
  const suggestions = settled.length < 2 || closedFor === text ? [] : (data?.suggestions ?? [])

  useEffect(() => {
    focusOnOpening(field.current)
    // The browser keeps what the shopper typed before hydration, and React does not report it.
    setText(field.current!.value)
  }, [])

  const goTo = (path: string) => {
    // In a browser without popovers, the suggestions would cover the results.
    setClosedFor(text)
    setChosen(-1)
    closeSheet(document.getElementById(id)!)
    void navigate(path)
  }
  const submit = () => {
    const product = suggestions[chosen]
    goTo(product ? paths.product(product.id) : paths.products({ search: text.trim() }))
  }
  /** On a search results page, closing the search removes the search text and keeps the other filters. */
  const clear = () => {
    setText('')
    const query = new URLSearchParams(location.search)
    if (location.pathname === paths.products() && query.get('search')) {
      query.delete('search')
      query.delete('page')
      void navigate({ search: String(query) })
    }
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const { key } = event
    if (key === 'Escape') {
      // The browser then closes the search.
      if (suggestions.length === 0) return clear()
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

  const form = (
    <search>
      <form action={paths.products()} className={`wrap ${styles.row}`} onSubmit={onSubmit(submit)}>
        <input
          ref={field}
          autoFocus
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
            setText(event.target.value)
          }}
          onFocus={() => setClosedFor(null)}
          onKeyDown={onKeyDown}
        />
        <button type="submit" aria-label="Search">
          <Search size={22} strokeWidth={1.5} aria-hidden />
        </button>
        <button type="button" popoverTarget={id} popoverTargetAction="hide" aria-label="Close search" onClick={clear}>
          <X size={20} aria-hidden />
        </button>
      </form>
    </search>
  )

  return (
    <Sheet id={id} title="Search" side="top" head={form}>
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
            onClick={() => goTo(paths.product(product.id))}
          >
            <Photo image={product.image} decorative sizes="44px" className={styles.photo} />
            <span>{product.title}</span>
            <span className={styles.price}>
              <Value>{formatRupees(product.price.discounted)}</Value>
            </span>
          </li>
        ))}
      </ul>
      <div className={`wrap ${styles.links}`}>{text.trim() === '' ? <PopularSearches /> : <HelpFor text={text} />}</div>
    </Sheet>
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
