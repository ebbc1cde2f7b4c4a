/** Chooses some pieces of an order's lines, each with its picture: a check box, and the quantity if there are several. */
import { useId, type ReactNode } from 'react'
import form from '../form/FormDialog.module.css'
import { Photo } from '../photo/Photo'
import styles from './LinePicker.module.css'
import type { LinePicker_ItemFragment } from './LinePicker.generated'

/** The chosen quantity, by the id of the line. Null for a chosen line that asks how many. */
export type Picked = Readonly<Record<string, number | null>>

export type PickableItem = Omit<LinePicker_ItemFragment, ' $fragmentName'>

interface PickableLine<Item> {
  item: Item
  /** The largest quantity, 1 or more. */
  most: number
  /** What the quantity counts, such as `items in the set`. It then has no default, because few buyers mean all. */
  unit?: string
}

interface LinePickerProps<Item> {
  legend: string
  lines: PickableLine<Item>[]
  picked: Picked
  onPick: (picked: Picked) => void
  error?: string | undefined
  /** What is wrong with the quantity of a line, by the line's id. The field's name is `quantity` and this id. */
  quantityErrors?: Readonly<Record<string, string | undefined>>
  /** Content below a chosen line. */
  children?: (item: Item) => ReactNode
}

/** The lines of which pieces can be chosen. */
export const pickableLines = <Item,>(items: readonly Item[], mostOf: (item: Item) => number): PickableLine<Item>[] =>
  items.map((item) => ({ item, most: mostOf(item) })).filter(({ most }) => most > 0)

const firstCount = ({ most, unit }: PickableLine<unknown>): number | null =>
  unit !== undefined && most > 1 ? null : most

/** A single line is chosen from the start, with all its pieces. */
export const firstPicked = <Item extends { id: string }>(lines: PickableLine<Item>[]): Picked =>
  lines.length === 1 ? { [lines[0]!.item.id]: firstCount(lines[0]!) } : {}

/** The chosen pieces, at most as many as the lines allow now. */
export const pickedPieces = <Item extends { id: string }>(
  lines: PickableLine<Item>[],
  picked: Picked,
): { id: string; quantity: number }[] =>
  lines.flatMap(({ item: { id }, most }) => {
    const quantity = Math.min(picked[id] ?? 0, most)
    return quantity > 0 ? [{ id, quantity }] : []
  })

export function LinePicker<Item extends PickableItem>({
  legend,
  lines,
  picked,
  onPick,
  error,
  quantityErrors = {},
  children,
}: LinePickerProps<Item>) {
  const id = useId()
  return (
    <fieldset className={`${form.choices} ${styles.lines}`} aria-describedby={error && `${id}-error`}>
      <legend>{legend}</legend>
      <ul>
        {lines.map((line) => {
          const { item, most, unit } = line
          const quantity = Math.min(picked[item.id] ?? 0, most)
          const isPicked = picked[item.id] === null || quantity > 0
          const quantityError = quantityErrors[item.id]
          const pick = (count: number | null) => onPick({ ...picked, [item.id]: count })
          return (
            <li key={item.id}>
              <div className={styles.line}>
                <label className={styles.name}>
                  <input
                    type="checkbox"
                    name="lines"
                    value={item.id}
                    checked={isPicked}
                    onChange={({ target }) => pick(target.checked ? firstCount(line) : 0)}
                  />
                  <Photo image={item.image} decorative sizes="56px" className={styles.photo} />
                  <bdi>{item.title}</bdi>
                </label>
                {isPicked && most > 1 && (
                  <select
                    aria-label={`Quantity of ${item.title}`}
                    aria-invalid={quantityError ? true : undefined}
                    aria-describedby={quantityError && `${id}-${item.id}`}
                    name={`quantity ${item.id}`}
                    className={styles.quantity}
                    value={quantity || ''}
                    onChange={({ target }) => pick(Number(target.value) || null)}
                  >
                    {unit && <option value="">How many?</option>}
                    {Array.from({ length: most }, (_, i) => (
                      <option key={i} value={i + 1}>
                        {i + 1} of {most}
                        {unit && ` ${unit}`}
                      </option>
                    ))}
                  </select>
                )}
              </div>
              {quantityError && (
                <p id={`${id}-${item.id}`} role="alert" className={`${form.error} ${styles.quantityError}`}>
                  {quantityError}
                </p>
              )}
              {isPicked && children && <div className={styles.more}>{children(item)}</div>}
            </li>
          )
        })}
      </ul>
      {error && (
        <p id={`${id}-error`} role="alert" className={form.error}>
          {error}
        </p>
      )}
    </fieldset>
  )
}
