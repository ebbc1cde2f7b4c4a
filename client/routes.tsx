/** Which page stands behind which path, and its title where that is always the same. Pages are loaded when they are needed. */
import type { RouteObject } from 'react-router-dom'
import { Layout } from './components/layout/Layout'
import { RouteError } from './components/layout/RouteError'
import { PageSkeleton } from './components/PageSkeleton'
import { RequireSession } from './components/RequireSession'

export const routes: RouteObject[] = [
  {
    Component: Layout,
    ErrorBoundary: RouteError,
    children: [
      {
        ErrorBoundary: RouteError,
        HydrateFallback: PageSkeleton,
        children: [
          { path: '/', lazy: () => import('./pages/home/HomePage') },
          { path: '/products', lazy: () => import('./pages/products/ProductsPage') },
          { path: '/product/:productId', lazy: () => import('./pages/product/ProductPage') },
          { path: '/login', handle: { title: 'Login' }, lazy: () => import('./pages/login/LoginPage') },
          { path: '/signup', handle: { title: 'Sign Up' }, lazy: () => import('./pages/signup/SignupPage') },
          {
            path: '/forgotpassword',
            handle: { title: 'Forgot Password' },
            lazy: () => import('./pages/forgot-password/ForgotPasswordPage'),
          },
          { path: '/help/:topic', lazy: () => import('./pages/help/HelpPage') },
          { path: '/mockman', handle: { title: 'API Tester' }, lazy: () => import('./pages/tester/TesterPage') },
          {
            Component: RequireSession,
            children: [
              { path: '/wishlist', handle: { title: 'Wishlist' }, lazy: () => import('./pages/wishlist/WishlistPage') },
              { path: '/cart', handle: { title: 'Cart' }, lazy: () => import('./pages/cart/CartPage') },
              { path: '/profile', handle: { title: 'Profile' }, lazy: () => import('./pages/profile/ProfilePage') },
              { path: '/checkout', handle: { title: 'Checkout' }, lazy: () => import('./pages/checkout/CheckoutPage') },
              {
                path: '/order_summary',
                handle: { title: 'Order Summary' },
                lazy: () => import('./pages/order-summary/OrderSummaryPage'),
              },
              { path: '/orders', handle: { title: 'Orders' }, lazy: () => import('./pages/orders/OrdersPage') },
              { path: '/orders/:number', handle: { title: 'Orders' }, lazy: () => import('./pages/order/OrderPage') },
            ],
          },
          { path: '*', lazy: () => import('./pages/not-found/NotFoundPage') },
        ],
      },
    ],
  },
]
