/** What stands on every page: banner, header, the page itself and footer. */
import { lazy, startTransition, Suspense, useEffect, useRef, useState, type ComponentType } from 'react'
import { Outlet, ScrollRestoration, useLocation, useNavigation, type Location } from 'react-router-dom'
import { SHOP } from '../../../server/shared/shop'
import { whenNotifying } from '../../data/notifications'
import { ShopperProvider } from '../../data/session/shopper'
import { whenIdle } from '../../idle'
import { paths } from '../../paths'
import { RouteHead } from '../page/PageHead'
import { Footer } from './Footer'
import { Header } from './Header'
import styles from './Layout.module.css'

const CheckoutHeader = lazy(async () => ({ default: (await import('./CheckoutHeader')).CheckoutHeader }))

/** A page that is opened afresh has no key of its own: without its path it would take the last page's place. */
const scrollKey = ({ key, pathname, search }: Location): string => (key === 'default' ? pathname + search : key)

export function Layout() {
  const main = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  const atCheckout = pathname === paths.checkout()
  const loading = useNavigation().state === 'loading'
  const firstPage = useRef(true)
  const [UnderHeader, setUnderHeader] = useState<ComponentType>()
  useEffect(() => {
    // Where it does not come, the page stands without it.
    const load = () =>
      void import('./UnderHeader')
        .then((loaded) => startTransition(() => setUnderHeader(() => loaded.UnderHeader)))
        .catch(() => undefined)
    whenIdle(load)
    whenNotifying(load)
  }, [])

  // A new page starts where a screen reader starts to read: the focus does not stay on the link that led here.
  useEffect(() => {
    if (!firstPage.current) main.current?.focus({ preventScroll: true })
    firstPage.current = false
  }, [pathname])

  return (
    <ShopperProvider>
      <RouteHead />
      <a href="#main" className={styles.skip}>
        Skip to content
      </a>
      <section aria-label="Offer">
        <p className={styles.banner}>
          Free shipping on all orders with code <strong>{SHOP.freeShippingCode}</strong>
        </p>
      </section>
      {atCheckout ? (
        <Suspense fallback={<div className={styles.place} />}>
          <CheckoutHeader />
        </Suspense>
      ) : (
        <Header />
      )}
      <div className={styles.progress} data-loading={loading || undefined} aria-hidden />
      <div className={styles.under} data-under-header>
        {UnderHeader && <UnderHeader />}
      </div>
      <main id="main" ref={main} tabIndex={-1}>
        <Outlet />
      </main>
      {!atCheckout && <Footer />}
      <ScrollRestoration getKey={scrollKey} />
    </ShopperProvider>
  )
}
