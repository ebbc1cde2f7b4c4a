/**
 * The product form. It saves the whole product with the version that the page showed. If a colleague saved first, it
 * lists their changes and keeps the typed values.
 */
import { useEffect, useState } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { goodsMessage, stock as stockSchema } from '../../../../server/shared/goods'
import { Button, ButtonLink } from '../../../components/Button'
import { focusField, onSubmit } from '../../../components/form/form'
import { counted } from '../../../../server/shared/sentences'
import { useCallKey, useOfficeChange } from '../../../data/office/officeChange'
import { notify } from '../../../data/notifications'
import { isStale, type MutationError } from '../../../data/sendMutation'
import { HideProductDocument, SaveProductDocument } from '../../../data/office/product.generated'
import type { OfficeProductInput } from '../../../generated/types'
import type { OfficeRecord } from '../../../data/office/product'
import { officePaths, paths } from '../../../paths'
import { fieldError } from '../kit/form/fieldError'
import { FormErrors } from '../../../components/form/FormErrors'
import { changedMeanwhile } from '../kit/form/changedMeanwhile'
import { AFTER_SAVE } from '../kit/form/afterSave'
import { LeaveGuard } from '../kit/form/LeaveGuard'
import { variantText } from '../../../../server/shared/variants'
import { wholeNumber } from '../../../../server/shared/wholeNumber'
import form from '../../../components/form/FormDialog.module.css'
import kit from '../kit/kit.module.css'
import styles from './ProductForm.module.css'
import {
  checkDraft,
  differences,
  draftOf,
  EMPTY_DRAFT,
  errorsAfter,
  hasChanges,
  type Draft,
  type DraftPhoto,
} from './productDraft'
import { combinationsOf, familyFault, photoAlt, planOf, previewOf, withTyped, type FamilyDraft } from './familyDraft'
import { ProductFields } from './ProductFields'
import { ProductPhotos, type Uploads } from './ProductPhotos'
import { ProductPreview } from './ProductPreview'
import { useFamilySave, type SavedFamily } from './useFamilySave'
import { VariantOptions } from './VariantOptions'

const NO_UPLOADS: Uploads = { sending: 0, failed: 0 }

export interface ProductFormProps {
  /** Null for a new product. */
  record: OfficeRecord | null
  categories: { id: string; name: string }[]
  /** The first values of a new product's form. */
  initial?: Draft | undefined
}

export function ProductForm({ record, categories, initial = EMPTY_DRAFT }: ProductFormProps) {
  const navigate = useNavigate()
  /** The form's initial state, or the state that was last saved. */
  const [base, setBase] = useState(record)
  const [draft, setDraft] = useState<Draft>(() => (record ? draftOf(record) : initial))
  const [errors, setErrors] = useState<MutationError[]>([])
  const [news, setNews] = useState<string[]>([])
  const [uploads, setUploads] = useState<Uploads>(NO_UPLOADS)
  /** The form that is to be saved when its last photo has arrived. */
  const [waiting, setWaiting] = useState<HTMLFormElement | null>(null)
  const [save, { loading }] = useOfficeChange(SaveProductDocument, 'Saved', { reloads: false })
  const keyOf = useCallKey()
  const [family, setFamily] = useState<FamilyDraft | null>(null)
  const [familyError, setFamilyError] = useState<string | null>(null)
  const [isChecked, setChecked] = useState(false)
  const [familyUploads, setFamilyUploads] = useState<Uploads>(NO_UPLOADS)
  const { saveFamily, saved, isSaving } = useFamilySave()
  const sending = uploads.sending + (family ? familyUploads.sending : 0)
  const failed = uploads.failed + (family ? familyUploads.failed : 0)
  const unsaved = hasChanges(draft, base, initial) || family !== null
  const set = (change: Partial<Draft>) => {
    setDraft((now) => ({ ...now, ...change }))
    setErrors((now) => errorsAfter(now, change))
  }

  const submit = async (form: HTMLFormElement) => {
    const refuse = (found: MutationError[]) => {
      setErrors(found)
      if (found[0]?.field) focusField(form, found[0].field)
    }
    const waits = sending > 0
    setWaiting(waits ? form : null)
    if (waits) return
    if (failed > 0) return refuse([fieldError('images', 'The shop does not have every photo. Retry or skip it.')])
    if (family) return submitFamily(family, refuse)
    const keepsCategory = base?.product.category.id === draft.categoryId
    const { input, errors: wrong } = checkDraft(draft, keepsCategory ? base.product.categoryName : null)
    const stock = wholeNumber(draft.stock) ?? 0
    const badStock = base || stockSchema.safeParse(stock).success ? [] : [fieldError('stock', goodsMessage('stock'))]
    if (!input || badStock.length > 0) return refuse([...wrong, ...badStock])
    const change = base
      ? { id: base.id, version: base.version, input: { ...input, hidden: false } }
      : { input: { ...input, stock } }
    const outcome = await save({ ...change, idempotencyKey: keyOf(change) })
    if (!outcome) return
    const saved = outcome.data?.saveProduct.product
    setNews(saved && base && isStale(outcome.errors) ? differences(draftOf(base), draftOf(saved)) : [])
    // The next attempt starts from the saved state. After a product is created, its own page opens.
    if (saved && base) setBase(saved)
    if (outcome.errors.length > 0) return refuse(outcome.errors)
    setErrors([])
    if (saved && !base) await navigate(officePaths.product(saved.id), { replace: true, state: AFTER_SAVE })
    // Keeps what was typed, and a photo that arrived, while the shop saved.
    else if (saved) setDraft((now) => (now === draft ? draftOf(saved) : now))
  }

  const submitFamily = async (family: FamilyDraft, refuse: (found: MutationError[]) => void) => {
    if (family.options.some(({ typed }) => typed.trim() !== '')) {
      setFamily({ ...family, options: family.options.map(withTyped) })
      setFamilyError('Please check the variants with the values that were not added yet, and press the button again.')
      return refuse([fieldError('options', '')])
    }
    const plan = planOf(combinationsOf(family), draft.original)
    const fault =
      familyFault(family) ?? (plan ? null : 'Please enter the price and the stock of each variant as whole numbers.')
    setFamilyError(fault)
    setChecked(true)
    // The price above is wrong only if a variant needs it.
    const own = plan?.[0] ? { ...draft, original: String(plan[0].priceRupees), discounted: '' } : draft
    const { input, errors: wrong } = checkDraft(
      { ...own, variant: '', sku: '', photos: [...photosIn(family).slice(0, 1), ...draft.photos] },
      null,
    )
    if (!input || !plan || fault !== null)
      return refuse([...wrong, ...(fault === null ? [] : [fieldError('options', fault)])])
    const outcome = await saveFamily(
      plan.map(({ key, name, choices, priceRupees, pieces, cell: { photo } }, nth) => ({
        key,
        name,
        input: {
          ...input,
          variant: variantText(choices),
          original: priceRupees,
          discounted: priceRupees,
          stock: pieces,
          images: imagesFor(photo && { ...photo, alt: photoAlt(draft.title, name) }, nth, input.images),
        },
      })),
    )
    if (!outcome) return
    if ('errors' in outcome) {
      const { errors: found, failed: name } = outcome
      return refuse(
        name === null ? found : found.map((error) => ({ ...error, field: null, message: `${name}: ${error.message}` })),
      )
    }
    setErrors([])
    notify.success(`${counted(plan.length, 'variant')} saved`)
    await navigate(officePaths.variants(outcome.id), { replace: true, state: AFTER_SAVE })
  }
  /** A variant has its own photo. The product also has those of the form, as has a variant without a photo. */
  const imagesFor = (photo: DraftPhoto | null, nth: number, first: OfficeProductInput['images']) => {
    const shared = draft.photos.map(({ url, alt }) => ({ url, alt }))
    const all = [...(photo ? [{ url: photo.url, alt: photo.alt }] : []), ...(photo && nth > 0 ? [] : shared)]
    return all.length > 0 ? all : first
  }
  /** The variants' photos, in their order. */
  const photosIn = (family: FamilyDraft): DraftPhoto[] =>
    combinationsOf(family).flatMap(({ name, cell: { photo } }) =>
      photo ? [{ ...photo, alt: photoAlt(draft.title, name) }] : [],
    )

  useEffect(() => {
    if (sending === 0) waiting?.requestSubmit()
  }, [waiting, sending])

  const savedKeys = new Set(saved?.names.keys())
  const preview = previewOf(draft, family, initial.stock)

  return (
    <>
      <div className={kit.head}>
        <h1>{base ? base.product.title : draft.variantOf ? `New variant of ${draft.title}` : 'New product'}</h1>
        {base && <Shown record={base} onChange={setBase} />}
        {base && (
          <ButtonLink to={officePaths.variants(base.product.variantOf ?? base.id)} look="quiet">
            Variants
          </ButtonLink>
        )}
      </div>
      <LeaveGuard unsaved={unsaved} />
      <form noValidate className={kit.columns} onSubmit={onSubmit((_, form) => submit(form))}>
        <div className={form.form}>
          <fieldset className={styles.whole} disabled={saved !== null}>
            <ProductPhotos
              photos={draft.photos}
              onChange={(change) => {
                setDraft((now) => ({ ...now, photos: change(now.photos) }))
                setErrors((now) => errorsAfter(now, { photos: [] }))
              }}
              error={errors.find(({ field }) => field === 'images')?.message}
              onUploads={setUploads}
            />
            <ProductFields
              draft={draft}
              onChange={set}
              categories={categories}
              errors={errors}
              isNew={!base}
              hasFamily={family !== null}
            />
          </fieldset>
          {!base && draft.variantOf === '' && (
            <VariantOptions
              family={family}
              onChange={(change) => {
                setFamily(change)
                setFamilyError(null)
              }}
              formPrice={draft.original}
              formStock={draft.stock}
              saved={savedKeys}
              isChecked={isChecked}
              error={familyError ?? undefined}
              onUploads={setFamilyUploads}
            />
          )}
          {saved && <PartlySaved saved={saved} title={draft.title} isSaving={isSaving} />}
          <FormErrors
            errors={errors.filter(({ field, code }) => field === null || code !== 'INVALID_INPUT')}
            stale={changedMeanwhile()}
          />
          {news.length > 0 && (
            <ul className={styles.news} aria-label="Changes by someone else">
              {news.map((each) => (
                <li key={each}>{each}</li>
              ))}
            </ul>
          )}
          <div className={form.buttons}>
            <Button type="submit" busy={loading || isSaving || waiting !== null}>
              {waiting
                ? `Waiting for ${counted(sending, 'photo')}`
                : base
                  ? 'Save'
                  : draft.variantOf
                    ? 'Add variant'
                    : saved
                      ? 'Save the rest'
                      : 'Add product'}
            </Button>
            {base && isStale(errors) && (
              <Button
                look="quiet"
                onClick={() => {
                  setDraft(draftOf(base))
                  setErrors([])
                  setNews([])
                }}
              >
                Use the new values
              </Button>
            )}
          </div>
        </div>
        <ProductPreview draft={preview.draft} stock={base ? base.stock : preview.stock} />
      </form>
    </>
  )
}

interface PartlySavedProps {
  saved: SavedFamily
  title: string
  isSaving: boolean
}

/** Lists what was saved if a save stopped half-way. */
const PartlySaved = ({ saved: { id, names }, title, isSaving }: PartlySavedProps) => (
  <p role="status" className={form.notice}>
    Saved: <bdi>{[...names.values()].join('; ')}</bdi>.{' '}
    {!isSaving && (
      <>
        Correct what is wrong and press Save the rest, or finish without it on the page of{' '}
        <Link to={officePaths.product(id)} className="text-link">
          <bdi>{title}</bdi>
        </Link>
        .
      </>
    )}
  </p>
)

interface ShownProps {
  record: OfficeRecord
  onChange: (record: OfficeRecord) => void
}

/**
 * Shows whether shoppers see the product, with a button that hides or shows it. Saving the form does not change this.
 */
function Shown({ record, onChange }: ShownProps) {
  const [hide, { loading }] = useOfficeChange(
    HideProductDocument,
    record.hiddenAt ? 'Product is visible' : 'Product is hidden',
  )
  const send = async () => {
    const outcome = await hide({ productId: record.id, hidden: record.hiddenAt === null })
    const changed = outcome?.data?.hideProduct.product
    // A product without a photo cannot be shown to shoppers.
    if (outcome?.errors[0]) notify.error(outcome.errors[0].message)
    if (!changed || outcome.errors.length > 0) return
    // Hiding the product also increased the version.
    onChange({ ...record, hiddenAt: changed.hiddenAt, awaitsPhoto: changed.awaitsPhoto, version: changed.version })
  }
  return (
    <>
      {record.hiddenAt ? (
        <span className={kit.mark}>{record.awaitsPhoto ? 'Waits for a photo' : 'Hidden'}</span>
      ) : (
        <Link to={paths.product(record.id)} className="text-link">
          View in shop
        </Link>
      )}
      <Button look="quiet" busy={loading} onClick={() => void send()}>
        {record.hiddenAt ? 'Show in the shop' : 'Hide from shoppers'}
      </Button>
    </>
  )
}
