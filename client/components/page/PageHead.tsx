/** The page's metadata in the document head, for browser tabs, search engines and link previews. */
import { createContext, use, useLayoutEffect } from 'react'
import { useMatches } from 'react-router-dom'
import type { Page } from '../../../server/shared/pages'
import { photoName, PREVIEW, previewPath, SHOP_PREVIEW } from '../../../server/shared/photos'
import { useShopSettings } from '../../data/catalogue/shop'
import { paths } from '../../paths'

/** Metadata of a route. The server renders the pages that search engines may show, and the page for unknown URLs. */
export type PageHandle = Omit<Page, 'path'> & {
  /** A dialog, which opens in front of its parent's page. */
  isDialog?: true
}

/** The shop's public origin, such as https://shop.example. Search engines and social networks need absolute URLs. */
export const PublicOrigin = createContext('')

const SHOP_PHOTO = { url: `/photos/${SHOP_PREVIEW}.webp`, alt: 'Handmade bowls, cups and plates' }

interface PageHeadProps {
  title: string
  /** The title of link previews. Defaults to the page's title. */
  previewTitle?: string
  description?: string
  /** The page's canonical path and query. */
  path?: string
  /** The address in link previews, such as of a glaze. Defaults to `path`. */
  address?: string | undefined
  /** The photo in link previews. Defaults to the shop's photo. */
  photo?: { url: string; alt: string }
  /** Schema.org objects, as JSON-LD. */
  data?: object[]
  /** True if search engines must not show the page, but may follow its links. */
  noindex?: boolean
}

export function PageHead({
  title,
  previewTitle = title,
  description,
  path,
  address = path,
  photo = SHOP_PHOTO,
  data = [],
  noindex = false,
}: PageHeadProps) {
  const { name } = useShopSettings()
  const origin = use(PublicOrigin)
  // The server sends a general head with the pages that only the browser renders. It goes when this head is in the document.
  useLayoutEffect(() => document.head.querySelectorAll('[data-until-page]').forEach((each) => each.remove()), [])
  return (
    <>
      <title>{`${name} | ${title}`}</title>
      {noindex && <meta name="robots" content="noindex, follow" />}
      {description && <meta name="description" content={description} />}
      {path && (
        <>
          <link rel="canonical" href={origin + path} />
          <meta property="og:type" content="website" />
          <meta property="og:site_name" content={name} />
          <meta property="og:title" content={previewTitle} />
          {description && <meta property="og:description" content={description} />}
          <meta property="og:url" content={origin + address} />
        </>
      )}
      <meta
        property="og:image"
        content={origin + previewPath(__PHOTO_VERSION__, photoName(photo.url) ?? SHOP_PREVIEW)}
      />
      <meta property="og:image:width" content={String(PREVIEW.width)} />
      <meta property="og:image:height" content={String(PREVIEW.height)} />
      <meta property="og:image:alt" content={photo.alt} />
      <meta name="twitter:card" content="summary_large_image" />
      {data.map((each, i) => (
        <script
          key={i}
          type="application/ld+json"
          // Escapes `<`, so that catalogue text cannot close the script element.
          dangerouslySetInnerHTML={{ __html: JSON.stringify(each).replaceAll('<', '\\u003c') }}
        />
      ))}
    </>
  )
}

/** The head of the page for unknown URLs, which search engines must not index. */
export const NotFoundHead = () => (
  <>
    <PageHead title="Page Not Found" />
    <meta name="robots" content="noindex" />
  </>
)

/** Used for pages whose title is in the route table. */
export function RouteHead() {
  const handle = useMatches().at(-1)?.handle as PageHandle | undefined
  return handle?.title ? <PageHead title={handle.title} /> : null
}

/** Schema.org's list of the products on a page, in page order. */
export function productList(origin: string, products: { id: string }[]): object {
  return {
    '@context': 'https://schema.org',
    '@type': 'ItemList',
    itemListElement: products.map(({ id }, i) => ({
      '@type': 'ListItem',
      position: i + 1,
      url: origin + paths.product(id),
    })),
  }
}

/** Schema.org's breadcrumb list, starting at the front page. */
export function breadcrumbs(origin: string, steps: { name: string; path: string }[]): object {
  return {
    '@context': 'https://schema.org',
    '@type': 'BreadcrumbList',
    itemListElement: [{ name: 'Home', path: paths.home() }, ...steps].map(({ name, path }, i) => ({
      '@type': 'ListItem',
      position: i + 1,
      name,
      item: origin + path,
    })),
  }
}
