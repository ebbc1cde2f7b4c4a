/** The home page: a carousel, the categories, the studio, combo offers, bestsellers and gifts. */
import { Suspense, use, useId, type ReactNode } from 'react'
import { Link, useLoaderData, type LoaderFunctionArgs } from 'react-router-dom'
import { formatRupees } from '../../../server/shared/money/money'
import { SHOP } from '../../../server/shared/shop'
import { ButtonLink } from '../../components/Button'
import { PageHead, productList, PublicOrigin } from '../../components/page/PageHead'
import { ProductGrid } from '../../components/product/ProductGrid'
import { preloaderOf } from '../../data/apollo/apollo'
import { useReadQuery } from '../../data/reading'
import { useShopSettings } from '../../data/catalogue/shop'
import { paths } from '../../paths'
import { Carousel } from './Carousel'
import { CategoryTiles, CategoryTilesSkeleton } from './CategoryTiles'
import { Value } from '../../components/Value'
import styles from './HomePage.module.css'
import { StudioBand } from './StudioBand'
import { HomePageQueryDocument } from './HomePage.generated'

export const loader = (args: LoaderFunctionArgs) => preloaderOf(args)(HomePageQueryDocument)

const IN_A_ROW = 4
/** In rupees, as on the gifts page. */
const GIFT_PRICES = [500, 1000, 2500]

const DESCRIPTION =
  'Handmade bowls, cups, plates, planters and gifts from a small studio in Bengaluru. Free shipping on all orders.'

export function Component() {
  const query = useLoaderData<typeof loader>()
  return (
    <div className={styles.home}>
      <Carousel />
      <Suspense fallback={<Skeleton />}>
        <Sections query={query} />
      </Suspense>
    </div>
  )
}

function Sections({ query }: { query: ReturnType<typeof loader> }) {
  const { data } = useReadQuery(query)
  const origin = use(PublicOrigin)
  const { name } = useShopSettings()
  const combos = data.combos.nodes
  // Omits products that the row above shows.
  const bestsellers = data.bestsellers.nodes
    .filter(({ id }) => !combos.some((each) => each.id === id))
    .slice(0, IN_A_ROW)
  const products = [...combos, ...bestsellers]
  // An imported catalogue may leave any section empty.
  const categories = data.categories.filter(({ productCount }) => productCount > 0)
  return (
    <>
      <PageHead
        title="Home"
        previewTitle={`${name}: handmade ceramics from India`}
        description={DESCRIPTION}
        path={paths.home()}
        data={[productList(origin, products)]}
      />
      {categories.length > 0 && (
        <Section title="Shop by category">
          <CategoryTiles categories={categories} />
        </Section>
      )}
      <StudioBand />
      {combos.length > 0 && (
        <Section title="Combo offers" more={<Link to={paths.products({ offer: 'combo-offer' })}>See all</Link>}>
          <ProductGrid products={combos} />
        </Section>
      )}
      {bestsellers.length > 0 && (
        <Section title="Bestsellers" more={<Link to={paths.products()}>Shop all</Link>}>
          <ProductGrid products={bestsellers} />
        </Section>
      )}
      <section className={`wrap ${styles.section}`} aria-labelledby="gifting">
        <div className={styles.gifting}>
          <h2 id="gifting">Buying a gift?</h2>
          <p>
            Add gift wrap in your cart (<Value>{formatRupees(SHOP.giftWrapPrice)}</Value> per order).
          </p>
          {categories.some(({ id }) => id === 'gifts') && (
            <ul>
              <li>
                <ButtonLink look="quiet" to={paths.products({ categories: ['gifts'] })}>
                  See all gifts
                </ButtonLink>
              </li>
              {GIFT_PRICES.map((price) => (
                <li key={price}>
                  <ButtonLink look="quiet" to={paths.products({ categories: ['gifts'], maxPrice: price })}>
                    Gifts under <Value>{formatRupees(price)}</Value>
                  </ButtonLink>
                </li>
              ))}
            </ul>
          )}
        </div>
      </section>
    </>
  )
}

function Section({ title, more, children }: { title: string; more?: ReactNode; children: ReactNode }) {
  const id = useId()
  return (
    <section className={`wrap ${styles.section}`} aria-labelledby={id}>
      <div className={styles.top}>
        <h2 id={id}>{title}</h2>
        {more && <span className={styles.more}>{more}</span>}
      </div>
      {children}
    </section>
  )
}

const Skeleton = () => (
  <>
    <PageHead title="Home" />
    <Section title="Shop by category">
      <CategoryTilesSkeleton />
    </Section>
  </>
)
