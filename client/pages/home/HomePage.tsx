/** The home page: a carousel, the categories, combo offers and bestsellers. */
import { useReadQuery } from '@apollo/client/react'
import { Suspense, use, useId, type ReactNode } from 'react'
import { Link, useLoaderData, type LoaderFunctionArgs } from 'react-router-dom'
import { PageHead, productList, PublicOrigin } from '../../components/page/PageHead'
import { ProductGrid } from '../../components/product/ProductGrid'
import { preloaderOf } from '../../data/apollo/apollo'
import { paths } from '../../paths'
import { Carousel } from './Carousel'
import { CategoryTiles, CategoryTilesSkeleton } from './CategoryTiles'
import styles from './HomePage.module.css'
import { HomePageQueryDocument } from './HomePage.generated'

export const loader = (args: LoaderFunctionArgs) => preloaderOf(args)(HomePageQueryDocument)

const IN_A_ROW = 4

const DESCRIPTION =
  'Handmade bowls, cups, plates, planters and gifts, thrown and glazed in India. Free shipping on all orders.'

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
  const combos = data.combos.nodes
  // Omits products that the row above shows.
  const bestsellers = data.bestsellers.nodes
    .filter(({ id }) => !combos.some((each) => each.id === id))
    .slice(0, IN_A_ROW)
  const products = [...combos, ...bestsellers]
  return (
    <>
      <PageHead title="Home" description={DESCRIPTION} path={paths.home()} data={[productList(origin, products)]} />
      <Section title="Find your shelf">
        <CategoryTiles categories={data.categories} />
      </Section>
      <Section
        title="Better together: combo offers"
        more={<Link to={paths.products({ offer: 'combo-offer' })}>See all</Link>}
      >
        <ProductGrid products={combos} />
      </Section>
      <Section title="Bestsellers" more={<Link to={paths.products()}>Shop all</Link>}>
        <ProductGrid products={bestsellers} />
      </Section>
      <p className={`wrap ${styles.section} ${styles.studio}`}>
        Thrown, glazed and fired in one place. <Link to={paths.studio()}>See our studio</Link>
      </p>
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
    <Section title="Find your shelf">
      <CategoryTilesSkeleton />
    </Section>
  </>
)
