/** What stands on every page: banner, header, the page itself, footer and notifications. */
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { Outlet, ScrollRestoration, useLocation, useNavigation, type Location } from 'react-router-dom'
import { SHOP } from '../../../server/shared/shop'
import { whenNotifying } from '../../data/notifications'
import { ShopperProvider } from '../../data/shopper'
import { RouteHead } from '../PageHead'
import { Footer } from './Footer'
import { Header } from './Header'
import styles from './Layout.module.css'

const Notifications = lazy(async () => ({ default: (await import('./Notifications')).Notifications }))

/** A page that is opened afresh has no key of its own: without its path it would take the last page's place. */
const scrollKey = ({ key, pathname, search }: Location): string => (key === 'default' ? pathname + search : key)

export function Layout() {
  const main = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  const loading = useNavigation().state === 'loading'
  const firstPage = useRef(true)
  const [notifies, setNotifies] = useState(false)
  useEffect(() => whenNotifying(() => setNotifies(true)), [])

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
      <Header />
      <div className={styles.progress} data-loading={loading || undefined} aria-hidden />
      <main id="main" ref={main} tabIndex={-1}>
        <Outlet />
      </main>
      <Footer />
      <Suspense>{notifies && <Notifications />}</Suspense>
      <ScrollRestoration getKey={scrollKey} />
    </ShopperProvider>
  )
}
