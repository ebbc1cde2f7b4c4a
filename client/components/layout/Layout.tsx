/** The frame of every page: banner, header, page content and footer. */
import { lazy, startTransition, Suspense, useEffect, useRef, useState, type ComponentType } from 'react'
import { Outlet, ScrollRestoration, useLocation, useMatches, useNavigation, type Location } from 'react-router-dom'
import { SHOP } from '../../../server/shared/shop'
import { whenNotifying } from '../../data/notifications'
import { ShopperProvider } from '../../data/session/shopper'
import { whenIdle } from '../../idle'
import { isOffice, paths } from '../../paths'
import { keepFocus } from '../keepFocus'
import { keepTranslated } from '../translated'
import { RouteHead, type PageHandle } from '../page/PageHead'
import { CheckoutHeader } from './header/CheckoutHeader'
import { Footer } from './Footer'
import { Header } from './header/Header'
import styles from './Layout.module.css'
import { SlimFooter } from './SlimFooter'

const OfficeHeader = lazy(async () => ({ default: (await import('./header/OfficeHeader')).OfficeHeader }))

/**
 * A page that is opened directly has the key `default`. The path and query replace it, because otherwise the page would inherit the
 * previous page's scroll position.
 */
const scrollKey = ({ key, pathname, search }: Location): string => (key === 'default' ? pathname + search : key)

export function Layout() {
  const main = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  const atCheckout = pathname === paths.checkout()
  const page = useMatches().findLast(({ handle }) => !(handle as PageHandle | undefined)?.isDialog)?.pathname
  const inOffice = isOffice(pathname)
  // The office has its own progress bar.
  const loading = useNavigation().state === 'loading' && !inOffice
  const firstPage = useRef(true)
  const [UnderHeader, setUnderHeader] = useState<ComponentType>()
  useEffect(keepFocus, [])
  useEffect(keepTranslated, [])
  useEffect(() => {
    // If the code of UnderHeader does not load, the page works without it.
    const load = () =>
      void import('./header/UnderHeader')
        .then((loaded) => startTransition(() => setUnderHeader(() => loaded.UnderHeader)))
        .catch(() => undefined)
    whenIdle(load)
    whenNotifying(load)
  }, [])

  // A screen reader starts at the top of a new page, because the focus moves there from the link that was pressed. A dialog with an address
  // of its own is not a new page, and moves the focus itself, as does a page with one field.
  useEffect(() => {
    const isInField = document.activeElement?.matches('main :is(input, select, textarea)')
    if (!firstPage.current && !isInField) main.current?.focus({ preventScroll: true })
    firstPage.current = false
  }, [page])

  return (
    <ShopperProvider>
      <RouteHead />
      <a href="#main" className={styles.skip}>
        Skip to content
      </a>
      {!inOffice && (
        <section aria-label="Offer">
          <p className={styles.banner}>
            Free shipping on all orders with code <strong>{SHOP.freeShippingCode}</strong>
          </p>
        </section>
      )}
      {inOffice ? (
        <Suspense fallback={<div className={styles.slim} />}>
          <OfficeHeader />
        </Suspense>
      ) : atCheckout ? (
        <CheckoutHeader />
      ) : (
        <Header />
      )}
      <div className={styles.progress} data-loading={loading || undefined} aria-hidden />
      <div className={styles.under} data-under-header data-in-office={inOffice || undefined}>
        {UnderHeader && <UnderHeader />}
      </div>
      <main id="main" ref={main} tabIndex={-1}>
        <Outlet />
      </main>
      {atCheckout ? <SlimFooter /> : !inOffice && <Footer />}
      <ScrollRestoration getKey={scrollKey} />
    </ShopperProvider>
  )
}
