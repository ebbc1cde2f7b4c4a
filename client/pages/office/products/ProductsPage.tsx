/**
 * All products, including hidden ones. The URL contains the search text, filter and sort order. Staff can change prices and stock in the
 * list.
 */
import { Link, useLoaderData, useSearchParams, type LoaderFunctionArgs } from 'react-router-dom'
import { GOODS_LIMITS, PRODUCT_FIELDS } from '../../../../server/shared/goods'
import { formatRupees } from '../../../../server/shared/money/money'
import { counted } from '../../../../server/shared/sentences'
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
import { OfficeProductsPageQueryDocument, type ProductRow_ProductFragment } from './ProductsPage.generated'
import { Pages } from '../kit/Pages'
import { DataTable, type Column } from '../kit/DataTable'
import { Filters } from '../kit/Filters'
import { OfficePart } from '../kit/OfficePart'

export function loader({ request }: LoaderFunctionArgs) {
  const wanted = productsWanted(new URL(request.url).searchParams)
  const { search, sort, after } = wanted
  return loadOffice(OfficeProductsPageQueryDocument, {
    search: search || null,
    filter: filterOf(wanted),
    sort,
    after,
  })
}

type Row = Omit<ProductRow_ProductFragment, ' $fragmentName'>

const filterOf = ({ show, category, of }: ProductsWanted): OfficeProductFilter => ({
  ...(show === 'hidden' && { hidden: true }),
  ...(show === 'shown' && { hidden: false }),
  ...(show === 'low' && { hidden: false, lowStock: true }),
  ...(category && { categoryId: category }),
  ...(of && { variantsOf: of }),
})

const COLUMNS: Column<Row>[] = [
  {
    name: 'Product',
    cell: ({ id, hiddenAt, awaitsPhoto, product }) => (
      <Link to={officePaths.product(id)} className={styles.product}>
        <Photo image={product.image} sizes="64px" decorative />
        <span>
          <bdi>{product.fullTitle}</bdi>
          {hiddenAt && <span className={kit.mark}>{awaitsPhoto ? 'Waits for a photo' : 'Hidden'}</span>}
        </span>
      </Link>
    ),
  },
  { name: 'Price, Rs.', cell: (row) => <Price row={row} /> },
  { name: 'Stock', cell: (row) => <Stock row={row} /> },
  { name: 'In the shop', cell: (row) => <InShop row={row} /> },
]

export function Component() {
  const [query] = useSearchParams()
  const wanted = productsWanted(query)
  const mayChange = useMay('write_products')
  const {
    office: { products },
    categories,
  } = useLoaderData<typeof loader>()
  return (
    <OfficePart title="Products">
      <div className={kit.head}>
        <h1>Products</h1>
        <p className={kit.quiet}>{counted(products.totalCount, wanted.of ? 'variant' : 'product')}</p>
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
        columns={COLUMNS}
        rows={products.nodes}
        keyOf={({ id }) => id}
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
        to={(next) => officePaths.products(productsQuery({ ...wanted, after: next }))}
        first="First page"
        next="Next page"
      />
    </OfficePart>
  )
}

function Price({ row: { id, version, product } }: { row: Row }) {
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

function Stock({ row: { id, stock, product } }: { row: Row }) {
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

function InShop({ row: { id, hiddenAt, product } }: { row: Row }) {
  const [hide, { loading }] = useOfficeChange(
    HideProductDocument,
    hiddenAt ? 'Product is visible' : 'Product is hidden',
  )
  const mayChange = useMay('write_products')
  if (!mayChange) return <span>{hiddenAt ? 'No' : 'Yes'}</span>
  const change = async () => {
    const error = (await hide({ productId: id, hidden: !hiddenAt }))?.errors[0]
    // A product without a photo cannot be shown to shoppers.
    if (error) notify.error(error.message)
  }
  const action = hiddenAt ? 'Show' : 'Hide'
  return (
    <Button look="bare" busy={loading} aria-label={`${action} ${product.fullTitle}`} onClick={() => void change()}>
      {action}
    </Button>
  )
}
