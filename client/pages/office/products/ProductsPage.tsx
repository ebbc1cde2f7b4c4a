/**
 * All products, including hidden ones, each with its variants in one row that opens in place. The URL contains the search text, filter, sort
 * order and the open product. Staff can change prices and stock in the list.
 */
import { ChevronDown } from 'lucide-react'
import { Link, useLoaderData, useNavigate, useSearchParams, type LoaderFunctionArgs } from 'react-router-dom'
import { GOODS_LIMITS, PRODUCT_FIELDS } from '../../../../server/shared/goods'
import { formatRupees } from '../../../../server/shared/money/money'
import { counted } from '../../../../server/shared/sentences'
import { valuesOf } from '../../../../server/shared/variants'
import { Button, ButtonLink } from '../../../components/Button'
import { EmptyState } from '../../../components/EmptyState'
import { Photo } from '../../../components/photo/Photo'
import { useCallKey, useOfficeChange } from '../../../data/office/officeChange'
import { notify } from '../../../data/notifications'
import { HideProductDocument, SetStockDocument } from '../../../data/office/product.generated'
import { useSetPrice } from '../../../data/office/product'
import type { OfficeProductFilter } from '../../../generated/types'
import { loadOffice } from '../../../data/office/officeQuery'
import { officePaths } from '../../../paths'
import { productsQuery, productsWanted, SHOWN, SORTS, type ProductsWanted } from './productsAddress'
import { useMay } from '../kit/accessContext'
import { InlineNumber } from './InlineNumber'
import { PhotoFiles } from './PhotoFiles'
import kit from '../kit/kit.module.css'
import { Value } from '../../../components/Value'
import styles from './ProductsPage.module.css'
import {
  OfficeProductsPageQueryDocument,
  type OfficeProductsPageQuery,
  type ProductRow_ProductFragment,
} from './ProductsPage.generated'
import { Pages } from '../kit/Pages'
import { DataTable, type Column } from '../kit/DataTable'
import { Filters } from '../kit/Filters'
import { OfficePart } from '../kit/OfficePart'

export function loader({ request }: LoaderFunctionArgs) {
  const wanted = productsWanted(new URL(request.url).searchParams)
  const { search, sort, after } = wanted
  const open = wanted.of || wanted.open
  return loadOffice(OfficeProductsPageQueryDocument, {
    search: search || null,
    filter: filterOf(wanted),
    sort,
    after,
    open,
    isOpen: open !== '',
  })
}

type Totals = NonNullable<OfficeProductsPageQuery['office']['products']['nodes'][number]['variantTotals']>
type Product = Omit<ProductRow_ProductFragment, ' $fragmentName'>
/** A product, or one of its variants. */
interface Row extends Product {
  /** Null for a variant, and for a product without variants. */
  totals: Totals | null
  isVariant: boolean
  /** Shown and hidden in another row: the variant with the product's id is hidden with all variants. */
  isShownAbove: boolean
}

const filterOf = ({ show, category, of }: ProductsWanted): OfficeProductFilter => ({
  grouped: true,
  ...(show === 'hidden' && { hidden: true }),
  ...(show === 'shown' && { hidden: false }),
  ...(show === 'low' && { hidden: false, lowStock: true }),
  ...(category && { categoryId: category }),
  ...(of && { variantsOf: of }),
})

/** The products, with the variants of the open one below it. */
function rowsOf({ products, opened }: OfficeProductsPageQuery['office']): Row[] {
  return products.nodes.flatMap(({ variantTotals: totals, ...product }) => {
    const variants = opened && opened.id === product.id ? opened.variants : []
    return [
      { ...product, totals, isVariant: false, isShownAbove: false },
      ...variants.map((variant) => ({
        ...variant,
        totals: null,
        isVariant: true,
        isShownAbove: variant.id === product.id,
      })),
    ]
  })
}

const columnsOf = (wanted: ProductsWanted): Column<Row>[] => [
  {
    name: 'Product',
    cell: (row) => (
      <>
        <Link to={officePaths.product(row.id)} className={row.isVariant ? styles.variant : styles.product}>
          <Photo image={row.product.image} sizes="64px" decorative />
          <span>
            <bdi>{nameOf(row)}</bdi>
          </span>
        </Link>
        {row.totals && <Toggle row={row} totals={row.totals} wanted={wanted} />}
      </>
    ),
  },
  { name: 'In the shop', cell: (row) => !row.isShownAbove && <InShop row={row} />, place: 'end' },
  { name: 'Price, Rs.', cell: (row) => row.totals === null && <Price row={row} />, place: 'second', isNamed: true },
  { name: 'Stock', cell: (row) => row.totals === null && <Stock row={row} />, place: 'end-second', isNamed: true },
]

const nameOf = ({ product, totals, isVariant }: Row): string => {
  if (isVariant && product.variant !== null) return valuesOf(product.variant)
  return totals ? product.title : product.fullTitle
}

interface ToggleProps {
  row: Row
  totals: Totals
  wanted: ProductsWanted
}

/** Shows the totals of the variants, and opens their list below the product. */
function Toggle({ row: { id, product }, totals: { count, stock, lowestPrice }, wanted }: ToggleProps) {
  const navigate = useNavigate()
  const text = (
    <>
      {counted(count, 'variant')}, {counted(stock, 'item')}, from <Value>{formatRupees(lowestPrice)}</Value>
    </>
  )
  // The list of one product's variants is always open.
  if (wanted.of) return <p className={styles.totals}>{text}</p>
  const isOpen = wanted.open === id
  return (
    <button
      type="button"
      aria-expanded={isOpen}
      aria-label={`Variants of ${product.title}: ${counted(count, 'variant')}, ${counted(stock, 'item')}, from ${formatRupees(lowestPrice)}`}
      className={styles.totals}
      onClick={() => {
        const to = officePaths.products(productsQuery({ ...wanted, open: isOpen ? '' : id }))
        void navigate(to, { replace: true, preventScrollReset: true })
      }}
    >
      <span>{text}</span>
      <ChevronDown size={16} aria-hidden />
    </button>
  )
}

export function Component() {
  const [query] = useSearchParams()
  const wanted = productsWanted(query)
  const mayChange = useMay('write_products')
  const { office, categories } = useLoaderData<typeof loader>()
  const { products } = office
  return (
    <OfficePart title="Products">
      <div className={kit.head}>
        <h1>Products</h1>
        <p className={kit.quiet}>{counted(products.totalCount, 'product')}</p>
        {mayChange && (
          <ButtonLink to={officePaths.newProduct(wanted.of)}>
            {wanted.of ? 'Add a variant' : 'Add a product'}
          </ButtonLink>
        )}
      </div>
      {wanted.of && (
        <p>
          Only the variants of{' '}
          <Link to={officePaths.product(wanted.of)}>
            <bdi>{products.nodes[0]?.product.title ?? wanted.of}</bdi>
          </Link>
          .{' '}
          <Link to={officePaths.products()} className="text-link">
            All products
          </Link>
        </p>
      )}
      {mayChange && !wanted.of && <PhotoFiles />}
      <Filters
        fields={[
          {
            name: 'search',
            label: 'Search products',
            value: wanted.search,
            type: 'search',
            placeholder: 'Title or id',
          },
        ]}
        choices={[
          { name: 'show', label: 'Show', value: wanted.show, options: SHOWN },
          {
            name: 'category',
            label: 'Category',
            value: wanted.category,
            options: [['', 'All'], ...categories.map(({ id, name }) => [id, name] as const)],
          },
          { name: 'sort', label: 'Sort by', value: wanted.sort, options: SORTS },
        ]}
        to={(values) =>
          officePaths.products(productsQuery({ ...productsWanted(new URLSearchParams(values)), of: wanted.of }))
        }
      />
      <DataTable
        label="Products"
        columns={columnsOf(wanted)}
        rows={rowsOf(office)}
        keyOf={({ id, isVariant }) => (isVariant ? `variant ${id}` : id)}
        isPart={({ isVariant }) => isVariant}
        empty={
          <EmptyState drawing="search" heading="h2" sentence="No products match.">
            <ButtonLink to={officePaths.products()} look="quiet">
              All products
            </ButtonLink>
          </EmptyState>
        }
      />
      <Pages
        after={wanted.after}
        pageInfo={products.pageInfo}
        to={(next) => officePaths.products(productsQuery({ ...wanted, after: next, open: '' }))}
        first="First page"
        next="Next page"
      />
    </OfficePart>
  )
}

function Price({ row: { id, version, product } }: { row: Product }) {
  const setPrice = useSetPrice()
  const mayChange = useMay('write_products')
  const { discounted, original } = product.price
  const isOnSale = original > discounted
  return (
    <div>
      {mayChange ? (
        <InlineNumber
          label={`Price of ${product.fullTitle}`}
          value={discounted}
          least={PRODUCT_FIELDS.discounted.minimum}
          // A product that is not on sale has one price, which the save changes as a whole.
          most={isOnSale ? original : GOODS_LIMITS.price}
          {...(isOnSale && {
            overMost: `At most the price of ${formatRupees(original)}. Change the price on the product’s page.`,
          })}
          save={(next) => setPrice(id, version, next)}
        />
      ) : (
        `${formatRupees(discounted)} `
      )}
      {isOnSale && (
        <span className={kit.quiet}>
          was <Value>{formatRupees(original)}</Value>
        </span>
      )}
    </div>
  )
}

function Stock({ row: { id, stock, product } }: { row: Product }) {
  const [setStock] = useOfficeChange(SetStockDocument, 'Stock saved')
  const keyOf = useCallKey()
  const mayChange = useMay('write_stock')
  if (!mayChange) return stock
  const save = async (next: number) => {
    const change = { productId: id, stock: next, expectedStock: stock }
    return (await setStock({ ...change, idempotencyKey: keyOf(change) }))?.errors ?? null
  }
  return (
    <InlineNumber
      label={`Stock of ${product.fullTitle}`}
      value={stock}
      least={0}
      most={GOODS_LIMITS.stock}
      save={save}
    />
  )
}

function InShop({ row: { id, hiddenAt, awaitsPhoto, product, totals } }: { row: Row }) {
  const [hide, { loading }] = useOfficeChange(
    HideProductDocument,
    hiddenAt ? 'Product is visible' : 'Product is hidden',
  )
  const mayChange = useMay('write_products')
  const state = (
    <span className={hiddenAt ? styles.hidden : undefined}>
      {!hiddenAt ? 'Shown' : awaitsPhoto ? 'Waits for a photo' : 'Hidden'}
    </span>
  )
  if (!mayChange) return state
  const change = async () => {
    const error = (await hide({ productId: id, hidden: !hiddenAt }))?.errors[0]
    // A product without a photo cannot be shown to shoppers.
    if (error) notify.error(error.message)
  }
  const action = hiddenAt ? 'Show' : 'Hide'
  return (
    <span className={styles.inShop}>
      {state}
      <Button
        look="bare"
        busy={loading}
        aria-label={`${action} ${totals ? product.title : product.fullTitle}`}
        onClick={() => void change()}
      >
        {action}
      </Button>
    </span>
  )
}
