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

/** The file of the client's build that contains a page's code (client/build/files.ts), if not each page loads it. */
function codeOf(name: Name): string[] {
  const [, area] = /^pages\/(login|signup|forgot-password|office|tester)/.exec(CODE[name].file) ?? []
  if (area === undefined) return ['account']
  return area === 'office' || area === 'tester' ? [area] : []
}

const code = new Map(names.map((name) => [PAGES[name].path as string, codeOf(name)]))
/** The files of the page at a path that the browser fetches early. Undefined for a page without a shell. */
export const shellCode = (path: string): string[] | undefined => code.get(path)
