/** One product: photos, price, purchase buttons and related products. */
import { Skeleton as SkeletonPage } from '../../components/page/Skeleton'
import { Suspense, use, useRef, useState } from 'react'
import {
  data,
  isRouteErrorResponse,
  Link,
  useLoaderData,
  useNavigation,
  useSearchParams,
  useRouteError,
  type LoaderFunctionArgs,
} from 'react-router-dom'
import { Availability } from '../../components/product/Availability'
import { breadcrumbs, NotFoundHead, PageHead, PublicOrigin } from '../../components/page/PageHead'
import { ButtonLink } from '../../components/Button'
import { AskStudio } from '../../components/contact/AskStudio'
import { CartButton } from '../../components/cart/CartButton'
import { EmptyState } from '../../components/EmptyState'
import { PriceTag } from '../../components/product/PriceTag'
import { ProductGrid } from '../../components/product/ProductGrid'
import { Rating } from '../../components/product/Rating'
import { WishlistButton } from '../../components/product/WishlistButton'
import { arrivedData, preloaderOf, waitBriefly } from '../../data/apollo/apollo'
import { useReadQuery } from '../../data/reading'
import { useShopper } from '../../data/session/shopper'
import { paths } from '../../paths'
import { BuyBar } from './BuyBar'
import { CareUses } from './care/CareUses'
import { Delivery } from './Delivery'
import { Gallery, GALLERY_SIZES } from './gallery/Gallery'
import { Notes } from './Notes'
import styles from './ProductPage.module.css'
import { ProductPageQueryDocument } from './ProductPage.generated'
import { PhotoPreload } from './gallery/PhotoPreload'
import { PriceOfSeveral, Purchase } from './Purchase'
import { RecentlyViewed } from './RecentlyViewed'
import { Reviews } from './reviews/Reviews'
import { Sections } from './Sections'
import { ShareButton } from './share/ShareButton'
import { VariantPicker } from './VariantPicker'
import {
  addressOfVariant,
  chosenVariant,
  openedVariant,
  photosOf,
  sharedAddress,
  wholeIdOf,
  type Product,
  type Variant,
} from './variants'

/**
 * Throws a 404 response if the product does not exist. If the response arrives after the navigation, the page itself shows that the product
 * does not exist.
 */
export async function loader(args: LoaderFunctionArgs) {
  const variables = { id: args.params.productId! }
  const query = await waitBriefly(preloaderOf(args)(ProductPageQueryDocument, { variables }))
  if (arrivedData(args, ProductPageQueryDocument, variables)?.product === null) throw data(null, { status: 404 })
  return query
}

export function ErrorBoundary() {
  const error = useRouteError()
  // The layout's error boundary handles all other errors.
  if (!isRouteErrorResponse(error) || error.status !== 404) throw error
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

/** A longer title, in characters, is shown in smaller letters. */
const LONG_TITLE = 60

function Loaded({ query }: { query: Awaited<ReturnType<typeof loader>> }) {
  const { product, shop } = useReadQuery(query).data
  const onDeliveryUpTo = shop.payOnDelivery?.maximumAmount ?? null
  // The key resets the quantity to 1 for the next product.
  return product ? (
    <ProductDetail key={wholeIdOf(product)} product={product} onDeliveryUpTo={onDeliveryUpTo} />
  ) : (
    <NoSuchProduct />
  )
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

function ProductDetail({ product, onDeliveryUpTo }: { product: Product; onDeliveryUpTo: number | null }) {
  const [quantity, setQuantity] = useState(1)
  const [query] = useSearchParams()
  // The variant of a plain address stays the same while the page is open, even if it is sold out meanwhile.
  const [openedId] = useState(() => openedVariant(product).id)
  const opened = product.variants.find(({ id }) => id === openedId) ?? openedVariant(product)
  const variant = chosenVariant(product, query, opened)
  const shown = variant.product
  const inCart = useShopper().quantityInCart(shown.id)
  const title = titleOf(product)
  const purchase = useRef<HTMLDivElement>(null)
  // During a navigation to a related product, that product's photo takes part in the view transition.
  const toAnother = useNavigation().location?.pathname.startsWith(paths.product('')) ?? false
  return (
    <>
      <ProductHead product={product} variant={variant} />
      <div className={styles.product}>
        <Gallery
          key={variant.id}
          images={photosOf(product, variant)}
          transitionName={toAnother ? 'none' : 'product-photo'}
        >
          <WishlistButton product={shown} shape="heart" />
        </Gallery>
        <div>
          <div className={styles.top}>
            <nav aria-label="Breadcrumb" className={styles.crumbs}>
              <Link to={paths.products()}>Shop All</Link>
              <span aria-hidden>/</span>
              <Link to={paths.products({ categories: [product.category.id] })}>{product.category.name}</Link>
            </nav>
            <ShareButton title={title} path={sharedAddress(product, variant)} />
          </div>
          <h1 data-long={title.length > LONG_TITLE || undefined}>{title}</h1>
          <Rating product={product} />
          <PriceTag price={shown.price} large />
          <p className={styles.taxes}>Inclusive of all taxes</p>
          <p className={styles.description}>{product.description}</p>
          <VariantPicker product={product} chosen={variant} />
          <div className={styles.scarce}>
            <Availability product={shown} />
          </div>
          <Purchase
            ref={purchase}
            product={shown}
            matchingFrom={product.matchingFrom}
            chosen={quantity}
            onChoose={setQuantity}
          />
          <CareUses care={product.care} />
          {shown.availableForSale && (
            <>
              <Delivery productId={shown.id} />
              <Notes price={shown.price.discounted} onDeliveryUpTo={onDeliveryUpTo} />
            </>
          )}
          <p className={styles.ask}>
            <AskStudio subject={{ name: shown.fullTitle, input: { productId: shown.id } }}>Ask about this</AskStudio>
          </p>
          <Sections product={{ ...product, ...shown }} hasCashOnDelivery={onDeliveryUpTo !== null} />
        </div>
      </div>
      <Reviews product={product} />
      {product.related.length > 0 && (
        <section className={styles.related} aria-labelledby="related">
          <h2 id="related">Goes well with</h2>
          <ProductGrid products={product.related} />
        </section>
      )}
      <RecentlyViewed productId={wholeIdOf(product)} />
      {shown.availableForSale && (
        <BuyBar buttons={purchase}>
          <div>
            <PriceTag price={shown.price} />
            <p className={styles.several}>
              <PriceOfSeveral price={shown.price} quantity={inCart || quantity} />
            </p>
          </div>
          <CartButton product={shown} quantity={quantity} look="primary" />
        </BuyBar>
      )}
    </>
  )
}

/** The title without the values of a variant. */
const titleOf = (product: Product): string =>
  product.variants.find(({ id }) => id === wholeIdOf(product))?.product.title ?? product.title

function ProductHead({ product, variant }: { product: Product; variant: Variant }) {
  const origin = use(PublicOrigin)
  const { description, category, variants, reviewSummary } = product
  const images = photosOf(product, variant)
  const image = images[0]!
  const id = wholeIdOf(product)
  const path = paths.product(id)
  const address = sharedAddress(product, variant)
  const name = titleOf(product)
  const title = variant.id === id ? name : variant.product.fullTitle
  const offers = variants.map((each) => ({
    '@type': 'Offer',
    ...(variants.length > 1 && {
      name: each.product.fullTitle,
      sku: each.product.sku ?? each.id,
      image: each.product.images.map(({ url }) => origin + url),
    }),
    url: origin + addressOfVariant(product, each),
    price: each.product.price.discounted,
    priceCurrency: 'INR',
    availability: `https://schema.org/${each.product.quantityAvailable > 0 ? 'InStock' : 'OutOfStock'}`,
    itemCondition: 'https://schema.org/NewCondition',
  }))
  const offer = {
    '@context': 'https://schema.org',
    '@type': 'Product',
    name,
    description,
    sku: id,
    category: category.name,
    url: origin + address,
    image: images.map(({ url }) => origin + url),
    ...(product.material && { material: product.material }),
    // Search engines accept only ratings by buyers, so the studio's grade is not part of it.
    ...(reviewSummary.count > 0 && {
      aggregateRating: {
        '@type': 'AggregateRating',
        ratingValue: reviewSummary.average,
        reviewCount: reviewSummary.count,
      },
    }),
    offers: variants.length === 1 ? offers[0] : offers,
  }
  const trail = breadcrumbs(origin, [
    { name: category.name, path: paths.products({ categories: [category.id] }) },
    { name, path },
  ])
  return (
    <>
      <PageHead
        title={title}
        description={description}
        path={path}
        address={address}
        photo={image}
        data={[offer, trail]}
      />
      <PhotoPreload image={image} sizes={GALLERY_SIZES} />
    </>
  )
}

const Skeleton = () => (
  <SkeletonPage className={styles.product}>
    <PageHead title="Product" />
    <div className={`skeleton ${styles.photo}`} />
    <div className={styles.bones}>
      {[20, 50, 24, 36, 56, 48, 150].map((height, i) => (
        <div key={i} className="skeleton" style={{ height, width: i < 4 ? '60%' : '100%' }} />
      ))}
    </div>
  </SkeletonPage>
)
