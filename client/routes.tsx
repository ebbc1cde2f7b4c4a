/** Which page stands behind which path; pages are loaded when they are needed. A page's title stands here where it is always the same. */
import { data, type RouteObject } from 'react-router-dom'
import { PAGES } from '../server/shared/pages'
import { Layout } from './components/layout/Layout'
import { RouteError } from './components/layout/RouteError'
import { ForVisitors } from './components/ForVisitors'
import { NotFound } from './components/NotFound'
import { PageSkeleton } from './components/PageSkeleton'
import { RequireSession } from './components/RequireSession'

/** What a route says beside what it loads. */
export interface PageHandle {
  title?: string
  /** Whether the server renders it for visitors. */
  isRendered?: boolean
}

const titled = (title: string): PageHandle => ({ title })
const rendered: PageHandle = { isRendered: true }

const notFound = () => {
  throw data(null, { status: 404 })
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
          { path: PAGES.home.path, handle: rendered, lazy: () => import('./pages/home/HomePage') },
          { path: PAGES.products.path, handle: rendered, lazy: () => import('./pages/products/ProductsPage') },
          { path: PAGES.product.path, handle: rendered, lazy: () => import('./pages/product/ProductPage') },
          { path: PAGES.help.path, handle: rendered, lazy: () => import('./pages/help/HelpPage') },
          {
            Component: ForVisitors,
            children: [
              { path: PAGES.login.path, handle: titled('Login'), lazy: () => import('./pages/login/LoginPage') },
              { path: PAGES.signup.path, handle: titled('Sign Up'), lazy: () => import('./pages/signup/SignupPage') },
            ],
          },
          {
            path: PAGES.forgotPassword.path,
            handle: titled('Forgot Password'),
            lazy: () => import('./pages/forgot-password/ForgotPasswordPage'),
          },
          { path: PAGES.tester.path, handle: titled('API Tester'), lazy: () => import('./pages/tester/TesterPage') },
          {
            Component: RequireSession,
            children: [
              {
                path: PAGES.wishlist.path,
                handle: titled('Wishlist'),
                lazy: () => import('./pages/wishlist/WishlistPage'),
              },
              { path: PAGES.cart.path, handle: titled('Cart'), lazy: () => import('./pages/cart/CartPage') },
              {
                path: PAGES.profile.path,
                handle: titled('Profile'),
                lazy: () => import('./pages/profile/ProfilePage'),
              },
              {
                path: PAGES.checkout.path,
                handle: titled('Checkout'),
                lazy: () => import('./pages/checkout/CheckoutPage'),
              },
              {
                path: PAGES.orderSummary.path,
                handle: titled('Order Summary'),
                lazy: () => import('./pages/order-summary/OrderSummaryPage'),
              },
              { path: PAGES.orders.path, handle: titled('Orders'), lazy: () => import('./pages/orders/OrdersPage') },
              { path: PAGES.order.path, handle: titled('Orders'), lazy: () => import('./pages/order/OrderPage') },
            ],
          },
          { path: '*', handle: rendered, loader: notFound, Component: NotFound },
        ],
      },
    ],
  },
]
