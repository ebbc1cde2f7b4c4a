/**
 * The pages that need a browser, such as a shopper's pages and the login, as the server sends them: header, skeleton and footer. Without them, a first visit on a slow network shows nothing for
 * seven seconds. They contain no personal data, so all shoppers get the same bytes. The browser replaces them with the page, and does not
 * hydrate them, because they have no state.
 */
import type { ComponentType } from 'react'
import type { RouteObject } from 'react-router-dom'
import { PAGES, type Page } from '../../server/shared/pages'
import { FormPageSkeleton } from '../components/form/FormPage'
import { Layout } from '../components/layout/Layout'
import { PageSkeleton } from '../components/page/PageSkeleton'

type Name = {
  [Each in keyof typeof PAGES]: (typeof PAGES)[Each]['visibility'] extends 'index' ? never : Each
}[keyof typeof PAGES]

/** The code of each page. Pages with `ownSkeleton` show their own skeleton while they have no data. */
const CODE: Record<Name, { file: string; ownSkeleton?: true; skeleton?: ComponentType }> = {
  login: { file: 'pages/login/LoginPage.tsx', skeleton: FormPageSkeleton },
  signup: { file: 'pages/signup/SignupPage.tsx', skeleton: FormPageSkeleton },
  forgotPassword: { file: 'pages/forgot-password/ForgotPasswordPage.tsx', skeleton: FormPageSkeleton },
  wishlist: { file: 'pages/wishlist/WishlistPage.tsx', ownSkeleton: true },
  cart: { file: 'pages/cart/CartPage.tsx', ownSkeleton: true },
  profile: { file: 'pages/profile/ProfilePage.tsx', ownSkeleton: true },
  checkout: { file: 'pages/checkout/CheckoutPage.tsx', ownSkeleton: true },
  orderSummary: { file: 'pages/order-summary/OrderSummaryPage.tsx' },
  orders: { file: 'pages/orders/OrdersPage.tsx', ownSkeleton: true },
  order: { file: 'pages/order/OrderPage.tsx', ownSkeleton: true },
  invoice: { file: 'pages/invoice/InvoicePage.tsx', ownSkeleton: true },
  office: { file: 'pages/office/OfficePage.tsx' },
  join: { file: 'pages/join/JoinPage.tsx' },
  unsubscribe: { file: 'pages/unsubscribe/UnsubscribePage.tsx', skeleton: FormPageSkeleton },
  linkedOrder: { file: 'pages/linked-order/LinkedOrderPage.tsx' },
  linkedReviews: { file: 'pages/review/ReviewPage.tsx' },
  tester: { file: 'pages/tester/TesterPage.tsx' },
}

/** Every page in this list uses GraphQL operations. The code that sends operations is in a separate file. */
const NETWORK = 'data/apollo/network.ts'

const pages = import.meta.glob<{ Component: ComponentType }>('../pages/*/*Page.tsx')

const shell = (Content: ComponentType) =>
  function Shell() {
    return (
      <>
        <div className="with-script">
          <Content />
        </div>
        <noscript>
          <div className="shell-page">
            <h1>This page needs JavaScript</h1>
          </div>
        </noscript>
      </>
    )
  }

const routeOf = (name: Name): RouteObject => {
  const { path, ...handle }: Page = PAGES[name]
  const { file, ownSkeleton, skeleton = PageSkeleton } = CODE[name]
  return {
    path,
    handle: { title: 'Office', ...handle },
    // Without a session, the loaders of the pages return null too.
    loader: () => null,
    lazy: async () => ({ Component: shell(ownSkeleton ? (await pages[`../${file}`]!()).Component : skeleton) }),
  }
}

const names = Object.keys(CODE) as Name[]
export const shellRoutes: RouteObject[] = [{ Component: Layout, children: names.map(routeOf) }]

/** The source files that the page at a path loads first. Undefined for a page without a shell. */
const sources = new Map(names.map((name) => [PAGES[name].path as string, [CODE[name].file, NETWORK]]))
export const shellSources = (path: string): string[] | undefined => sources.get(path)
