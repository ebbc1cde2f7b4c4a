/**
 * All products, including hidden ones. The URL contains the search text, filter and sort order. Staff can change prices and stock in the
 * list.
 */
import { Link, useLoaderData, useNavigate, useSearchParams, type LoaderFunctionArgs } from 'react-router-dom'
import { GOODS_LIMITS } from '../../../../server/shared/goods'
import { formatRupees } from '../../../../server/shared/money/money'
import { counted } from '../../../../server/shared/sentences'
import { Button, ButtonLink } from '../../../components/Button'
import { EmptyState } from '../../../components/EmptyState'
import { onSubmit } from '../../../components/form/form'
import { Photo } from '../../../components/photo/Photo'
import { useCallKey, useOfficeChange } from '../../../data/office/office'
import { notify } from '../../../data/notifications'
import { HideProductDocument, SetStockDocument } from '../../../data/office/officeGoods.generated'
import { useSetPrice } from '../../../data/office/officeGoods'
import type { OfficeProductFilter } from '../../../generated/types'
import { loadOffice } from '../../../data/office/officeQuery'
import { officePaths } from '../../../paths'
import { Choice } from '../kit/form/fields'
import { goodsQuery, goodsWanted, SHOWN, SORTS, type GoodsWanted } from './goodsAddress'
import { useMay } from '../kit/accessContext'
import { InlineNumber } from './InlineNumber'
import { PhotoFiles } from './PhotoFiles'
import kit from '../kit/kit.module.css'
import table from '../kit/Table.module.css'
import styles from './GoodsPage.module.css'
import { OfficeGoodsPageQueryDocument, type GoodsRow_ProductFragment } from './GoodsPage.generated'
import { Pages } from '../kit/Pages'
import { OfficePart } from '../kit/OfficePart'

export function loader({ request }: LoaderFunctionArgs) {
  const wanted = goodsWanted(new URL(request.url).searchParams)
  const { search, sort, after } = wanted
  return loadOffice(OfficeGoodsPageQueryDocument, {
    search: search || null,
    filter: filterOf(wanted),
    sort,
    after,
  })
}

type Row = Omit<GoodsRow_ProductFragment, ' $fragmentName'>

const filterOf = ({ show, category }: GoodsWanted): OfficeProductFilter => ({
  ...(show === 'hidden' && { hidden: true }),
  ...(show === 'shown' && { hidden: false }),
  ...(show === 'low' && { hidden: false, lowStock: true }),
  ...(category && { categoryId: category }),
})

export function Component() {
  const [query] = useSearchParams()
  const wanted = goodsWanted(query)
  const mayChange = useMay('write_products')
  const {
    office: { products },
    categories,
  } = useLoaderData<typeof loader>()
  return (
    <OfficePart title="Products">
      <div className={kit.head}>
        <h1>Products</h1>
        <p className={kit.quiet}>{counted(products.totalCount, 'product')}</p>
        {mayChange && <ButtonLink to={officePaths.newProduct()}>Add a product</ButtonLink>}
      </div>
      {mayChange && <PhotoFiles />}
      <Filters wanted={wanted} categories={categories} />
      {products.nodes.length === 0 ? (
        <EmptyState drawing="search" heading="h2" sentence="No products match.">
          <ButtonLink to={officePaths.goods()} look="quiet">
            All products
          </ButtonLink>
        </EmptyState>
      ) : (
        <Table rows={products.nodes} />
      )}
      <Pages
        after={wanted.after}
        pageInfo={products.pageInfo}
        to={(next) => officePaths.goods(goodsQuery({ ...wanted, after: next }))}
        first="First page"
        next="Next page"
      />
    </OfficePart>
  )
}

function Filters({ wanted, categories }: { wanted: GoodsWanted; categories: { id: string; name: string }[] }) {
  const navigate = useNavigate()
  const go = (change: Partial<GoodsWanted>) =>
    void navigate(officePaths.goods(goodsQuery({ ...wanted, after: null, ...change })))
  return (
    <div className={kit.filters}>
      <form
        role="search"
        className={styles.search}
        onSubmit={onSubmit((texts) => go({ search: texts['search']!.trim() }))}
      >
        <input
          type="search"
          key={wanted.search}
          name="search"
          defaultValue={wanted.search}
          maxLength={200}
          aria-label="Search products"
          placeholder="Title or id"
        />
        <Button type="submit" look="quiet">
          Search
        </Button>
      </form>
      <Choice label="Show" value={wanted.show} onChange={({ target }) => go({ show: target.value })}>
        {SHOWN.map(([id, name]) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </Choice>
      <Choice label="Category" value={wanted.category} onChange={({ target }) => go({ category: target.value })}>
        <option value="">All</option>
        {categories.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </Choice>
      <Choice
        label="Sort by"
        value={wanted.sort}
        onChange={({ target }) => go({ sort: SORTS.find(([id]) => id === target.value)![0] })}
      >
        {SORTS.map(([id, name]) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </Choice>
    </div>
  )
}

const Table = ({ rows }: { rows: Row[] }) => (
  <table className={table.table} aria-label="Products">
    <thead>
      <tr>
        <th scope="col">Product</th>
        <th scope="col">Price, Rs.</th>
        <th scope="col">Stock</th>
        <th scope="col">In the shop</th>
      </tr>
    </thead>
    <tbody>
      {rows.map((row) => (
        <GoodsRow key={row.id} row={row} />
      ))}
    </tbody>
  </table>
)

function GoodsRow({ row }: { row: Row }) {
  const { id, version, stock, hiddenAt, product } = row
  const [setStock] = useOfficeChange(SetStockDocument, 'Stock saved')
  const mayChange = useMay('write_products')
  const mayCount = useMay('write_stock')
  const [hide, { loading }] = useOfficeChange(
    HideProductDocument,
    hiddenAt ? 'Product is visible' : 'Product is hidden',
  )
  const setPrice = useSetPrice()
  const keyOf = useCallKey()
  const saveStock = async (next: number) => {
    const change = { productId: id, stock: next, expectedStock: stock }
    return (await setStock({ ...change, idempotencyKey: keyOf(change) }))?.faults ?? null
  }
  const changeHidden = async () => {
    const fault = (await hide({ productId: id, hidden: !hiddenAt }))?.faults[0]
    // A product without a photo cannot be shown to shoppers.
    if (fault) notify.error(fault.message)
  }
  return (
    <tr>
      <th scope="row">
        <Link to={officePaths.product(id)} className={styles.product}>
          <Photo image={product.image} sizes="64px" decorative />
          <span>
            {product.title}
            {hiddenAt && <span className={kit.mark}>Hidden</span>}
          </span>
        </Link>
      </th>
      <td data-name="Price, Rs.">
        <div>
          {mayChange ? (
            <InlineNumber
              label={`Price of ${product.title}`}
              value={product.price.discounted}
              most={GOODS_LIMITS.price}
              save={(next) => setPrice(id, version, next)}
            />
          ) : (
            `${formatRupees(product.price.discounted)} `
          )}
          <span className={kit.quiet}>was {formatRupees(product.price.original)}</span>
        </div>
      </td>
      <td data-name="Stock">
        {mayCount ? (
          <InlineNumber label={`Stock of ${product.title}`} value={stock} most={GOODS_LIMITS.stock} save={saveStock} />
        ) : (
          stock
        )}
      </td>
      <td data-name="In the shop">
        {mayChange ? (
          <Button
            look="bare"
            busy={loading}
            aria-label={`${hiddenAt ? 'Show' : 'Hide'} ${product.title}`}
            onClick={() => void changeHidden()}
          >
            {hiddenAt ? 'Show' : 'Hide'}
          </Button>
        ) : (
          <span>{hiddenAt ? 'No' : 'Yes'}</span>
        )}
      </td>
    </tr>
  )
}
