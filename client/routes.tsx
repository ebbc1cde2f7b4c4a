/** Maps each path to its page. The code of a page loads on demand. */
import { data, type LazyRouteFunction, type NonIndexRouteObject, type RouteObject } from 'react-router-dom'
import { PAGES, type Page } from '../server/shared/pages'
import { Layout } from './components/layout/Layout'
import { RouteError } from './components/layout/RouteError'
import { NotFound } from './components/page/NotFound'
import { PageSkeleton } from './components/page/PageSkeleton'
import { RequireSession } from './components/session/RequireSession'

/**
 * Metadata of a route. The server renders the pages that search engines may show, and the page for unknown URLs.
 */
export type PageHandle = Omit<Page, 'path'>

const page = (name: keyof typeof PAGES, lazy: LazyRouteFunction<RouteObject>): RouteObject => ({
  path: PAGES[name].path,
  handle: PAGES[name] satisfies PageHandle,
  lazy,
})

const notFound: RouteObject = {
  path: '*',
  handle: { visibility: 'index' } satisfies PageHandle,
  loader() {
    throw data(null, { status: 404 })
  },
  Component: NotFound,
}

/** All office pages have the office's handle. */
const officeHandle: PageHandle = PAGES.office
const officePage = (path: string, lazy: LazyRouteFunction<NonIndexRouteObject>): NonIndexRouteObject => ({
  path,
  handle: officeHandle,
  lazy,
})

const OFFICE_PAGES: RouteObject[] = [
  { index: true, handle: officeHandle, lazy: () => import('./pages/office/today/TodayPage') },
  officePage('orders', () => import('./pages/office/orders/OrdersPage')),
  officePage('orders/:number', () => import('./pages/office/order/OrderPage')),
  officePage('orders/:number/invoice', () => import('./pages/office/invoice/InvoicePage')),
  officePage('slips', () => import('./pages/office/slips/SlipsPage')),
  officePage('goods', () => import('./pages/office/goods/GoodsPage')),
  officePage('goods/new', () => import('./pages/office/product/NewProductPage')),
  officePage('goods/:id', () => import('./pages/office/product/ProductPage')),
  officePage('coupons', () => import('./pages/office/coupons/CouponsPage')),
  officePage('mails', () => import('./pages/office/mails/MailsPage')),
  officePage('mails/:id', () => import('./pages/office/mail/MailPage')),
  officePage('takings', () => import('./pages/office/takings/TakingsPage')),
  officePage('audit', () => import('./pages/office/audit/AuditPage')),
  officePage('customers', () => import('./pages/office/customers/CustomersPage')),
  officePage('customers/:id', () => import('./pages/office/customer/CustomerPage')),
  officePage('staff', () => import('./pages/office/staff/StaffPage')),
  officePage('keys', () => import('./pages/office/keys/KeysPage')),
  officePage('webhooks', () => import('./pages/office/webhooks/WebhooksPage')),
  officePage('security', () => import('./pages/office/security/SecurityPage')),
  { path: '*', handle: officeHandle, Component: NotFound },
]

const office: RouteObject = {
  ...officePage(PAGES.office.path.replace('/*', ''), () => import('./pages/office/OfficePage')),
  children: [{ lazy: () => import('./pages/office/OfficeError'), children: OFFICE_PAGES }],
}

export const routes: RouteObject[] = [
  {
    Component: Layout,
    ErrorBoundary: RouteError,
    children: [
      {
        ErrorBoundary: RouteError,
        HydrateFallback: PageSkeleton,
        children: [
          page('home', () => import('./pages/home/HomePage')),
          page('products', () => import('./pages/products/ProductsPage')),
          page('product', () => import('./pages/product/ProductPage')),
          page('studio', () => import('./pages/studio/StudioPage')),
          page('help', () => import('./pages/help/HelpPage')),
          page('forgotPassword', () => import('./pages/forgot-password/ForgotPasswordPage')),
          page('tester', () => import('./pages/tester/TesterPage')),
          page('linkedOrder', () => import('./pages/track/TrackPage')),
          page('login', () => import('./pages/login/LoginPage')),
          page('signup', () => import('./pages/signup/SignupPage')),
          {
            Component: RequireSession,
            children: [
              page('join', () => import('./pages/join/JoinPage')),
              page('wishlist', () => import('./pages/wishlist/WishlistPage')),
              page('cart', () => import('./pages/cart/CartPage')),
              page('profile', () => import('./pages/profile/ProfilePage')),
              page('checkout', () => import('./pages/checkout/CheckoutPage')),
              page('orderSummary', () => import('./pages/order-summary/OrderSummaryPage')),
              page('orders', () => import('./pages/orders/OrdersPage')),
              page('order', () => import('./pages/order/OrderPage')),
              page('invoice', () => import('./pages/invoice/InvoicePage')),
              office,
            ],
          },
          notFound,
        ],
      },
    ],
  },
]
