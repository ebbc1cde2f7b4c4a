/** One product: its photo, its price, the ways to have it, and what goes well with it. */
import { useReadQuery } from '@apollo/client/react'
import { Suspense, use, useState } from 'react'
import {
  data,
  isRouteErrorResponse,
  Link,
  useLoaderData,
  useNavigation,
  useRouteError,
  type LoaderFunctionArgs,
} from 'react-router-dom'
import { Availability } from '../../components/Availability'
import { breadcrumbs } from '../../components/breadcrumbs'
import { ButtonLink } from '../../components/Button'
import { CartButton } from '../../components/CartButton'
import { EmptyState } from '../../components/EmptyState'
import { RouteError } from '../../components/layout/RouteError'
import { NotFoundHead, PageHead, PublicOrigin } from '../../components/PageHead'
import { Photo } from '../../components/Photo'
import { PriceTag } from '../../components/PriceTag'
import { ProductGrid } from '../../components/ProductGrid'
import { Stars } from '../../components/Stars'
import { Stepper } from '../../components/Stepper'
import { WishlistButton } from '../../components/WishlistButton'
import { clientOf, preloaderOf, waitBriefly } from '../../data/apollo'
import { useChangeCartQuantity } from '../../data/cartChanges'
import { useShopper } from '../../data/shopper'
import { paths } from '../../paths'
import { Notes } from './Notes'
import styles from './ProductPage.module.css'
import { ProductPageQueryDocument, type ProductPageQuery } from './ProductPage.generated'
import { RecentlyViewed } from './RecentlyViewed'
import { ShareButton } from './ShareButton'

/** Throws a 404 response for a product that there is not; where that is learnt later, the page says so itself. */
export async function loader(args: LoaderFunctionArgs) {
  const variables = { id: args.params.productId! }
  const query = await waitBriefly(preloaderOf(args)(ProductPageQueryDocument, { variables }))
  const known = clientOf(args).readQuery({ query: ProductPageQueryDocument, variables })
  if (known?.product === null) throw data(null, { status: 404 })
  return query
}

export function ErrorBoundary() {
  const error = useRouteError()
  if (!isRouteErrorResponse(error) || error.status !== 404) return <RouteError />
  return (
    <div className="wrap page">
      <NoSuchProduct />
    </div>
  )
}

export function Component() {
  const query = useLoaderData<typeof loader>()
  return (
    <div className="wrap page">
      <Suspense fallback={<Skeleton />}>
        <Loaded query={query} />
      </Suspense>
    </div>
  )
}

type Product = NonNullable<ProductPageQuery['product']>

function Loaded({ query }: { query: Awaited<ReturnType<typeof loader>> }) {
  const { product } = useReadQuery(query).data
  // A quantity belongs to one product: the key starts the next one at 1 again.
  return product ? <ProductDetail key={product.id} product={product} /> : <NoSuchProduct />
}

function NoSuchProduct() {
  return (
    <>
      <NotFoundHead />
      <EmptyState drawing="missing" sentence="Sorry! There is no such product.">
        <ButtonLink to={paths.products()}>Shop All</ButtonLink>
      </EmptyState>
    </>
  )
}

function ProductDetail({ product }: { product: Product }) {
  const [chosen, setChosen] = useState(1)
  const inCart = useShopper().quantityInCart(product.id)
  const [changeCartQuantity] = useChangeCartQuantity()
  // On the way to a related product it is that one's photo that travels.
  const toAnother = useNavigation().location?.pathname.startsWith(paths.product('')) ?? false
  return (
    <>
      <ProductHead product={product} />
      <div className={styles.product}>
        <div className={styles.photo} style={{ viewTransitionName: toAnother ? 'none' : 'product-photo' }}>
          <Photo
            image={product.image}
            eager
            preview
            sizes="(max-width: 820px) 100vw, (max-width: 1240px) 52vw, 590px"
          />
        </div>
        <div>
          <nav aria-label="Breadcrumb" className={styles.crumbs}>
            <Link to={paths.products()}>Shop All</Link>
            <span aria-hidden>/</span>
            <Link to={paths.products({ categories: [product.category.id] })}>{product.category.name}</Link>
          </nav>
          <h1>{product.title}</h1>
          <Stars rating={product.rating} />
          <PriceTag price={product.price} large />
          <p className={styles.description}>{product.description}</p>
          <div className={styles.scarce}>
            <Availability product={product} />
          </div>
          <div className={styles.buy}>
            <Stepper
              quantity={inCart || chosen}
              available={product.quantityAvailable}
              onStep={(by) => (inCart ? void changeCartQuantity(product.id, by) : setChosen((before) => before + by))}
            />
            <div className={styles.cart}>
              <CartButton product={product} quantity={chosen} look="primary" />
            </div>
            <WishlistButton product={product} shape="text" />
          </div>
          <Notes />
          <dl className={styles.details}>
            <Detail term="Material" text={product.material} />
            <Detail term="Size" text={product.dimensions} />
          </dl>
          <ShareButton title={product.title} />
        </div>
      </div>
      {product.related.length > 0 && (
        <section className={styles.related} aria-labelledby="related">
          <h2 id="related">Goes well with</h2>
          <ProductGrid products={product.related} />
        </section>
      )}
      <RecentlyViewed productId={product.id} />
    </>
  )
}

function ProductHead({ product }: { product: Product }) {
  const origin = use(PublicOrigin)
  const { id, title, description, category, price, image } = product
  const path = paths.product(id)
  const offer = {
    '@context': 'https://schema.org',
    '@type': 'Product',
    name: title,
    description,
    sku: id,
    category: category.name,
    image: origin + image.url,
    ...(product.material && { material: product.material }),
    offers: {
      '@type': 'Offer',
      url: origin + path,
      price: price.discounted,
      priceCurrency: 'INR',
      availability: `https://schema.org/${product.availableForSale ? 'InStock' : 'OutOfStock'}`,
      itemCondition: 'https://schema.org/NewCondition',
    },
  }
  const trail = breadcrumbs(origin, [
    { name: category.name, path: paths.products({ categories: [category.id] }) },
    { name: title, path },
  ])
  return <PageHead title={title} description={description} path={path} photo={image} data={[offer, trail]} />
}

function Detail({ term, text }: { term: string; text: string | null }) {
  if (!text) return null
  return (
    <>
      <dt>{term}</dt>
      <dd>{text}</dd>
    </>
  )
}

const Skeleton = () => (
  <div className={styles.product} aria-busy="true" aria-label="Loading">
    <PageHead title="Product" />
    <div className={`skeleton ${styles.photo}`} />
    <div className={styles.bones}>
      {[20, 50, 24, 36, 56, 48, 150].map((height, i) => (
        <div key={i} className="skeleton" style={{ height, width: i < 4 ? '60%' : '100%' }} />
      ))}
    </div>
  </div>
)
