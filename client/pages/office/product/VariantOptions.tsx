/** Asks in which glazes and sizes a new product comes, and for the price, the stock and a photo of each combination. */
import { X } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { MAX_NAME_LENGTH, MAX_OPTIONS, MAX_VALUE_LENGTH } from '../../../../server/shared/variants'
import { counted } from '../../../../server/shared/sentences'
import { Button, RoundButton } from '../../../components/Button'
import form from '../../../components/form/FormDialog.module.css'
import { Field } from '../../../components/form/Field'
import { uploadPhoto } from '../../../data/office/photoUpload'
import { DataTable, type Column } from '../kit/DataTable'
import kit from '../kit/kit.module.css'
import {
  combinationsOf,
  hasSwatches,
  NAME_SUGGESTIONS,
  newFamily,
  nextName,
  priceOf,
  stockOf,
  stockWords,
  newOption,
  withTyped,
  withTyping,
  type CellDraft,
  type Combination,
  type FamilyDraft,
  type OptionDraft,
} from './familyDraft'
import type { Uploads } from './ProductPhotos'
import { Swatch } from './Swatch'
import styles from './VariantOptions.module.css'

interface VariantOptionsProps {
  /** Null for a product without options. */
  family: FamilyDraft | null
  onChange: (change: (family: FamilyDraft | null) => FamilyDraft | null) => void
  /** The price of the form, which a variant has unless staff enter another one. */
  formPrice: string
  /** The stock of the form, which no variant has. */
  formStock: string
  /** The keys of the variants that the shop has. The options can no longer change. */
  saved: ReadonlySet<string>
  /** True after an attempt to save: marks the numbers that are wrong. */
  isChecked: boolean
  error: string | undefined
  onUploads: (uploads: Uploads) => void
}

export function VariantOptions({
  family,
  onChange,
  formPrice,
  formStock,
  saved,
  isChecked,
  error,
  onUploads,
}: VariantOptionsProps) {
  const id = useId()
  const isFixed = saved.size > 0
  const change = (work: (family: FamilyDraft) => FamilyDraft) => onChange((now) => now && work(now))
  const setOptions = (work: (options: OptionDraft[]) => OptionDraft[]) =>
    change((now) => ({ ...now, options: work(now.options) }))
  return (
    <section className={styles.family} aria-labelledby={id}>
      <h2 id={id}>Variants</h2>
      <fieldset className={form.choices} disabled={isFixed}>
        <legend>Does it come in several glazes or sizes?</legend>
        <div className={styles.answers}>
          {[false, true].map((comes) => (
            <label key={String(comes)} className={form.check}>
              <input
                type="radio"
                name="options"
                checked={(family !== null) === comes}
                onChange={() => onChange(() => (comes ? newFamily() : null))}
              />
              {comes ? 'Yes' : 'No'}
            </label>
          ))}
        </div>
      </fieldset>
      {family && (
        <>
          <fieldset className={styles.options} disabled={isFixed}>
            {family.options.map((option, i) => (
              <Option
                // An option has no other identity than its place.
                key={i}
                nth={i + 1}
                option={option}
                onChange={(work) => setOptions((now) => now.map((each, at) => (at === i ? work(each) : each)))}
                {...(family.options.length > 1 && {
                  onRemove: () => setOptions((now) => now.filter((_, at) => at !== i)),
                })}
              />
            ))}
            {family.options.length < MAX_OPTIONS && (
              <Button
                look="bare"
                onClick={() => setOptions((now) => [...now.map(withTyped), newOption(nextName(now))])}
              >
                Add another option, such as sizes
              </Button>
            )}
          </fieldset>
          {error && (
            <p role="alert" className={form.error}>
              {error}
            </p>
          )}
          <Grid family={family} change={change} {...{ formPrice, formStock, saved, isChecked, onUploads }} />
        </>
      )}
    </section>
  )
}

interface OptionProps {
  nth: number
  option: OptionDraft
  onChange: (work: (option: OptionDraft) => OptionDraft) => void
  onRemove?: () => void
}

function Option({ nth, option: { name, values, typed }, onChange, onRemove }: OptionProps) {
  const id = useId()
  const called = name.trim() || `option ${nth}`
  const add = () => onChange(withTyped)
  const latest = useRef(typed)
  const isPressed = useRef(false)
  useEffect(() => {
    latest.current = typed
  }, [typed])
  useEffect(() => {
    const listening = new AbortController()
    const note = (event: Event) => (isPressed.current = event.type === 'pointerdown')
    for (const type of ['pointerdown', 'pointerup', 'pointercancel'])
      window.addEventListener(type, note, { capture: true, signal: listening.signal })
    return () => listening.abort()
  }, [])
  /** The new values move what is below them, and a button must not move between its press and its release. */
  const addAfterPress = () => {
    const addLeft = () => setTimeout(() => latest.current.trim() !== '' && add())
    if (isPressed.current) window.addEventListener('pointerup', addLeft, { once: true })
    else addLeft()
  }
  const setValue = (at: number, change: Partial<OptionDraft['values'][number]>) =>
    onChange((now) => ({ ...now, values: now.values.map((each, i) => (i === at ? { ...each, ...change } : each)) }))
  return (
    <div className={styles.option}>
      <div className={styles.name}>
        <Field
          label={`Option ${nth}`}
          name={`option ${nth}`}
          list={id}
          maxLength={MAX_NAME_LENGTH}
          autoComplete="off"
          value={name}
          onChange={({ target }) => onChange((now) => ({ ...now, name: target.value }))}
        />
        <datalist id={id}>
          {NAME_SUGGESTIONS.map((each) => (
            <option key={each} value={each} />
          ))}
        </datalist>
        {onRemove && (
          <Button look="bare" aria-label={`Remove option ${nth}`} onClick={onRemove}>
            Remove
          </Button>
        )}
      </div>
      {values.length > 0 && (
        <ul className={styles.values} aria-label={`Values of ${called}`}>
          {values.map(({ text, swatch }, i) => (
            <li key={i}>
              <input
                aria-label={`Value ${i + 1} of ${called}`}
                maxLength={MAX_VALUE_LENGTH}
                autoComplete="off"
                size={Math.max(6, text.length)}
                value={text}
                onChange={({ target }) => setValue(i, { text: target.value })}
              />
              {hasSwatches(name) && (
                <Swatch of={text} value={swatch} onChange={(value) => setValue(i, { swatch: value })} />
              )}
              <RoundButton
                className={styles.remove}
                aria-label={`Remove ${text}`}
                onClick={() => onChange((now) => ({ ...now, values: now.values.filter((_, at) => at !== i) }))}
              >
                <X size={16} aria-hidden />
              </RoundButton>
            </li>
          ))}
        </ul>
      )}
      <Field
        label={`Add values of ${called}`}
        name={`values ${nth}`}
        hint="A comma or Enter adds a value."
        autoComplete="off"
        maxLength={2_000}
        value={typed}
        onChange={({ target }) => onChange((now) => withTyping(now, target.value))}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          // Enter would save the product.
          event.preventDefault()
          add()
        }}
        onBlur={addAfterPress}
        button={
          <Button look="bare" onClick={add}>
            Add
          </Button>
        }
      />
    </div>
  )
}

interface GridProps extends Pick<VariantOptionsProps, 'formPrice' | 'formStock' | 'saved' | 'isChecked' | 'onUploads'> {
  family: FamilyDraft
  change: (work: (family: FamilyDraft) => FamilyDraft) => void
}

/** By the variant's key: null while its photo is on its way, and otherwise why the shop does not have it. */
type PhotoUploads = Readonly<Record<string, string | null>>

function Grid({ family, change, formPrice, formStock, saved, isChecked, onUploads }: GridProps) {
  const [uploads, setUploads] = useState<PhotoUploads>({})
  const combinations = combinationsOf(family)
  const set = (uploads: PhotoUploads) => {
    setUploads(uploads)
    const errors = Object.values(uploads)
    const failed = errors.filter((error) => error !== null).length
    onUploads({ sending: errors.length - failed, failed })
  }
  const latest = useRef(uploads)
  const note = (key: string, state: string | null | undefined) => {
    const { [key]: _, ...others } = latest.current
    latest.current = state === undefined ? others : { ...others, [key]: state }
    set(latest.current)
  }
  const setCell = ({ key }: Combination, part: Partial<CellDraft>) =>
    change((now) => {
      const cell = combinationsOf(now).find((each) => each.key === key)?.cell
      return cell ? { ...now, cells: { ...now.cells, [key]: { ...cell, ...part } } } : now
    })
  const send = async (row: Combination, file: File) => {
    note(row.key, null)
    try {
      const photo = await uploadPhoto(file, () => undefined)
      setCell(row, { photo: { ...photo, alt: '' } })
      note(row.key, undefined)
    } catch (cause) {
      note(row.key, (cause as Error).message)
    }
  }
  const number = (row: Combination, field: 'price' | 'stock', label: string, isWrong: boolean) =>
    saved.has(row.key) ? (
      row.cell[field] || (field === 'price' ? formPrice : '0')
    ) : (
      <input
        className={styles.number}
        name={`${field} ${row.name}`}
        inputMode="numeric"
        autoComplete="off"
        aria-label={`${label} of ${row.name}`}
        aria-invalid={isChecked && isWrong ? true : undefined}
        value={row.cell[field]}
        {...(field === 'price' && { placeholder: formPrice.trim() })}
        onChange={({ target }) => setCell(row, { [field]: target.value })}
      />
    )
  const columns: Column<Combination>[] = [
    { name: 'Variant', cell: ({ name }) => <bdi>{name}</bdi> },
    {
      name: 'Photo',
      place: 'end',
      cell: (row) =>
        saved.has(row.key) ? (
          <span className={kit.mark}>Saved</span>
        ) : (
          <PhotoChoice
            row={row}
            upload={uploads[row.key]}
            onFile={(file) => void send(row, file)}
            onSkip={() => note(row.key, undefined)}
            onRemove={() => setCell(row, { photo: null })}
          />
        ),
    },
    {
      name: 'Price, Rs.',
      place: 'second',
      isNamed: true,
      cell: (row) => number(row, 'price', 'Price', priceOf(row.cell, formPrice) === null),
    },
    {
      name: 'Stock',
      place: 'end-second',
      isNamed: true,
      cell: (row) => number(row, 'stock', 'Stock', stockOf(row.cell) === null),
    },
  ]
  if (combinations.length === 0) return null
  return (
    <>
      <p className={kit.quiet}>
        {counted(combinations.length, 'variant')}. One without a price has the price above, and one without a photo has
        the photos above. If the variants have photos, the product needs none above.
      </p>
      <p>{stockWords(combinations, formStock)}</p>
      <DataTable label="Variants" columns={columns} rows={combinations} keyOf={({ key }) => key} />
    </>
  )
}

interface PhotoChoiceProps {
  row: Combination
  /** See PhotoUploads. Undefined if no photo is on its way. */
  upload: string | null | undefined
  onFile: (file: File) => void
  onSkip: () => void
  onRemove: () => void
}

function PhotoChoice({ row: { name, cell }, upload, onFile, onSkip, onRemove }: PhotoChoiceProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <span className={styles.photo}>
      {cell.photo && <img src={cell.photo.url} alt="" width={cell.photo.width} height={cell.photo.height} />}
      <Button
        look="bare"
        busy={upload === null}
        aria-label={`${cell.photo ? 'Change' : 'Choose'} the photo of ${name}`}
        onClick={() => input.current?.click()}
      >
        {cell.photo ? 'Change' : 'Choose photo'}
      </Button>
      {cell.photo && (
        <Button look="bare" aria-label={`Remove the photo of ${name}`} onClick={onRemove}>
          Remove
        </Button>
      )}
      <input
        ref={input}
        type="file"
        accept="image/jpeg,image/png,image/webp,image/avif"
        hidden
        aria-label={`Photo of ${name}`}
        onChange={({ target }) => {
          const file = target.files?.[0]
          if (file) onFile(file)
          target.value = ''
        }}
      />
      {typeof upload === 'string' && (
        <>
          <span role="alert" className={form.error}>
            {upload}
          </span>
          <Button look="bare" aria-label={`Skip the photo of ${name}`} onClick={onSkip}>
            Skip
          </Button>
        </>
      )}
    </span>
  )
}
