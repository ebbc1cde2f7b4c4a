/** Which page stands behind which path. Pages are loaded when they are needed. */
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
          { path: '/login', lazy: () => import('./pages/login/LoginPage') },
          { path: '/signup', lazy: () => import('./pages/signup/SignupPage') },
          { path: '/forgotpassword', lazy: () => import('./pages/forgot-password/ForgotPasswordPage') },
          { path: '/help/:topic', lazy: () => import('./pages/help/HelpPage') },
          { path: '/mockman', lazy: () => import('./pages/tester/TesterPage') },
          {
            Component: RequireSession,
            children: [
              { path: '/wishlist', lazy: () => import('./pages/wishlist/WishlistPage') },
              { path: '/cart', lazy: () => import('./pages/cart/CartPage') },
              { path: '/profile', lazy: () => import('./pages/profile/ProfilePage') },
              { path: '/checkout', lazy: () => import('./pages/checkout/CheckoutPage') },
              { path: '/order_summary', lazy: () => import('./pages/order-summary/OrderSummaryPage') },
              { path: '/orders', lazy: () => import('./pages/orders/OrdersPage') },
              { path: '/orders/:number', lazy: () => import('./pages/order/OrderPage') },
            ],
          },
          { path: '*', lazy: () => import('./pages/not-found/NotFoundPage') },
        ],
      },
    ],
  },
]
