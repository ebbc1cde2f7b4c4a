/** The catalogue with filters, sort order and pages. The URL contains all of these. */
import { Skeleton as SkeletonPage } from '../../components/page/Skeleton'
import { Suspense, use, useEffect, useId, useOptimistic, useTransition } from 'react'
import { useLoaderData, useNavigate, type LoaderFunctionArgs } from 'react-router-dom'
import { SHOP } from '../../../server/shared/shop'
import { Button } from '../../components/Button'
import { EmptyState } from '../../components/EmptyState'
import { breadcrumbs, PageHead, productList, PublicOrigin } from '../../components/page/PageHead'
import { Bestsellers } from '../../components/product/Bestsellers'
import { ProductGridSkeleton } from '../../components/product/ProductGrid'
import { HelpFor, PopularSearches } from '../../components/search/SearchLinks'
import { Sheet } from '../../components/Sheet'
import { preloaderOf, waitBriefly } from '../../data/apollo/apollo'
import { useReadQuery } from '../../data/reading'
import { parseListing, EVERYTHING, paths, type ListingFilter } from '../../paths'
import { Chips } from './filter/Chips'
import { Filters, Sorting } from './filter/Filters'
import { GiftTiles } from './GiftTiles'
import { GroupIntro } from './GroupIntro'
import { GROUPS } from './groups'
import {
  canonicalPath,
  countFilters,
  countText,
  isIndexed,
  listingTitle,
  listsGifts,
  onlyCategory,
  resultsText,
  toVariables,
  type SetFilter,
} from './listing'
import { Pagination } from './Pagination'
import styles from './ProductsPage.module.css'
import { ProductsPageQueryDocument } from './ProductsPage.generated'
import { Results } from './Results'
import { SortButton } from './sort/SortButton'

export async function loader(args: LoaderFunctionArgs) {
  const filter = parseListing(new URL(args.request.url).searchParams)
  const preload = preloaderOf(args)
  return { filter, query: await waitBriefly(preload(ProductsPageQueryDocument, { variables: toVariables(filter) })) }
}

export function Component() {
  return (
    <div className="wrap page">
      <Suspense fallback={<Skeleton />}>
        <Listing />
      </Suspense>
    </div>
  )
}

function Listing() {
  const { filter, query } = useLoaderData<typeof loader>()
  const { products } = useReadQuery(query).data
  const navigate = useNavigate()
  const [pending, startFiltering] = useTransition()
  // The checkbox changes immediately, before the new products arrive.
  const [chosen, choose] = useOptimistic(filter)
  const [form, panel] = [useId(), useId()]
  const pageCount = Math.ceil(products.totalCount / SHOP.pageSize)
  const categories = products.facets.categories.map((facet) => facet.category)
  const category = onlyCategory(filter, categories)

  const setFilter: SetFilter = (change) =>
    startFiltering(async () => {
      const next = { ...chosen, page: 1, ...change }
      choose(next)
      await navigate(paths.products(next), { preventScrollReset: true })
    })
  const set = countFilters(chosen)
  // Ignores the prices in the search text while the shopper is deleting that text.
  const searchPrice = chosen.search === filter.search ? products.searchPrice : null

  // If a shared link's page no longer exists, the last page opens.
  useEffect(() => {
    if (filter.page > 1 && pageCount > 0 && filter.page > pageCount) {
      void navigate(paths.products({ ...filter, page: pageCount }), { replace: true })
    }
  }, [filter, pageCount, navigate])

  return (
    <div className={styles.listing}>
      <ListingHead filter={filter} categories={categories} products={products.edges.map(({ node }) => node)} />
      <Sheet id={panel} title="Filters" side="right" isSidebar>
        <div className={styles.filters}>
          <Filters id={form} facets={products.facets} filter={chosen} searchPrice={searchPrice} setFilter={setFilter} />
          {(set > 0 || chosen.sort) && <ClearFilter setFilter={setFilter} />}
        </div>
        <div className={styles.show}>
          <Button wide popoverTarget={panel} popoverTargetAction="hide">
            Show {countText(products.totalCount)}
          </Button>
        </div>
      </Sheet>
      <div>
        <h1 className={styles.title}>
          {listingTitle(filter, categories)} <span aria-live="polite">{resultsText(products, filter.page)}</span>
        </h1>
        {filter.group && <GroupIntro group={filter.group} />}
        {listsGifts(filter) && <GiftTiles filter={filter} />}
        <div className={styles.tools}>
          <Button look="quiet" aria-description={set > 0 ? `${set} set` : undefined} popoverTarget={panel}>
            Filter
            {set > 0 && (
              <span className={styles.count} aria-hidden>
                {set}
              </span>
            )}
          </Button>
          <SortButton filter={chosen} setFilter={setFilter} />
        </div>
        <div className={styles.choices}>
          <Chips
            filter={chosen}
            searchPrice={searchPrice}
            categories={categories}
            options={products.facets.options}
            setFilter={setFilter}
          />
          <Sorting id={form} filter={chosen} setFilter={setFilter} />
        </div>
        <div className={styles.results} aria-busy={pending || undefined}>
          {products.totalCount === 0 ? (
            <EmptyResult search={filter.search} setFilter={setFilter} />
          ) : (
            <Results edges={products.edges} />
          )}
        </div>
        <Pagination filter={filter} pageCount={pageCount} />
        {/* Below the products, because a description above them would move them when a filter is chosen. */}
        {category?.description && <p className={styles.about}>{category.description}</p>}
      </div>
    </div>
  )
}

const DESCRIPTION =
  'All our ceramics: stoneware, porcelain and terracotta for the table, the shelf and the window sill. Filter by price, category and rating.'

interface ListingHeadProps {
  filter: ListingFilter
  categories: { id: string; name: string; title: string | null; description: string | null }[]
  products: { id: string }[]
}

function ListingHead({ filter, categories, products }: ListingHeadProps) {
  const origin = use(PublicOrigin)
  const category = onlyCategory(filter, categories)
  const group = filter.group && GROUPS[filter.group]
  const trail = breadcrumbs(origin, [
    { name: 'Shop All', path: paths.products() },
    ...(group ? [{ name: group.name, path: paths.products({ group: filter.group }) }] : []),
  ])
  return (
    <PageHead
      title={group?.name ?? category?.title ?? category?.name ?? 'Products'}
      description={group?.text ?? category?.description ?? DESCRIPTION}
      path={canonicalPath(filter, categories)}
      {...(group && { photo: group.photo })}
      noindex={!isIndexed(filter, categories, products.length)}
      data={[trail, productList(origin, products)]}
    />
  )
}

const ClearFilter = ({ setFilter }: { setFilter: SetFilter }) => (
  <Button look="bare" className={styles.clear} onClick={() => setFilter(EVERYTHING)}>
    Clear Filter
  </Button>
)

function EmptyResult({ search, setFilter }: { search: string; setFilter: SetFilter }) {
  return (
    <>
      <EmptyState
        drawing="search"
        heading="h2"
        sentence="Sorry! Could not find any products. Try different set of filters"
      >
        {/* Above the button, because a search such as “returns” asks for this page. */}
        <HelpFor text={search} />
        <Button look="quiet" onClick={() => setFilter(EVERYTHING)}>
          Show everything
        </Button>
      </EmptyState>
      <div className={styles.further}>
        <PopularSearches />
      </div>
      <Bestsellers />
    </>
  )
}

const Skeleton = () => (
  <SkeletonPage className={styles.listing}>
    <PageHead title="Products" />
    <div className={styles.side}>
      <div className="skeleton" style={{ height: 480 }} />
    </div>
    <div>
      <div className="skeleton" style={{ width: 'min(380px, 80%)', height: 46, marginBottom: 48 }} />
      <ProductGridSkeleton count={SHOP.pageSize} columns={3} />
    </div>
  </SkeletonPage>
)
