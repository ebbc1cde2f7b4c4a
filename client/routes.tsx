/** Maps each path to its page. */
import type { ComponentType } from 'react'
import { data, type LazyRouteFunction, type NonIndexRouteObject, type RouteObject } from 'react-router-dom'
import { PAGES } from '../server/shared/pages'
import { Layout } from './components/layout/Layout'
import { RouteError } from './components/layout/RouteError'
import { NotFound } from './components/page/NotFound'
import type { PageHandle } from './components/page/PageHead'
import { PageSkeleton } from './components/page/PageSkeleton'
import { RequireSession } from './components/session/RequireSession'
import * as help from './pages/help/HelpPage'
import * as home from './pages/home/HomePage'
import type { DialogProps } from './pages/office/kit/DialogRoute'
import * as product from './pages/product/ProductPage'
import * as products from './pages/products/ProductsPage'
import * as studio from './pages/studio/StudioPage'

/** The code of the pages that the server renders loads with the frame, so that hydration does not wait for another file. */
const page = (
  name: keyof typeof PAGES,
  code: LazyRouteFunction<RouteObject> | Pick<RouteObject, 'Component' | 'loader'>,
): RouteObject => ({
  path: PAGES[name].path,
  handle: PAGES[name] satisfies PageHandle,
  ...(typeof code === 'function' ? { lazy: code } : code),
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
const officePage = (
  path: string,
  lazy: LazyRouteFunction<NonIndexRouteObject>,
  dialogs: RouteObject[] = [],
): NonIndexRouteObject => ({ path, handle: officeHandle, lazy, children: dialogs })

/** Addresses contain ids, but no names of people and no secrets. */
const dialog = (path: string, load: () => Promise<ComponentType<DialogProps>>): RouteObject => ({
  path,
  handle: { ...officeHandle, isDialog: true } satisfies PageHandle,
  async lazy() {
    const [{ DialogRoute }, Dialog] = await Promise.all([import('./pages/office/kit/DialogRoute'), load()])
    return { element: <DialogRoute key={path} Dialog={Dialog} /> }
  },
})

const orderDialogs = () => import('./pages/office/order/OrderDialogs')
const returnDialogs = () => import('./pages/office/order/ReturnDialogs')
const refundDialogs = () => import('./pages/office/order/RefundDialog')
const couponDialogs = () => import('./pages/office/coupons/CouponDialogs')
const reviewDialogs = () => import('./pages/office/reviews/ReviewDialogs')
const staffDialogs = () => import('./pages/office/staff/StaffDialogs')
const roleDialogs = () => import('./pages/office/staff/RoleDialogs')
const keyDialogs = () => import('./pages/office/keys/KeyDialogs')
const webhookDialogs = () => import('./pages/office/webhooks/WebhookDialogs')

const OFFICE_PAGES: RouteObject[] = [
  { index: true, handle: officeHandle, lazy: () => import('./pages/office/today/TodayPage') },
  officePage('orders', () => import('./pages/office/orders/OrdersPage')),
  officePage('orders/:number', () => import('./pages/office/order/OrderPage'), [
    dialog('ship', async () => (await orderDialogs()).Ship),
    dialog('deliver', async () => (await orderDialogs()).Deliver),
    dialog('answer-return', async () => (await returnDialogs()).AnswerReturn),
    dialog('items-back', async () => (await returnDialogs()).ReceiveItems),
    dialog('parcel-back', async () => (await returnDialogs()).ReceiveParcel),
    dialog('end-return', async () => (await returnDialogs()).EndReturn),
    dialog('address', async () => (await orderDialogs()).ChangeAddress),
    dialog('place', async () => (await orderDialogs()).TellPlace),
    dialog('refund', async () => (await refundDialogs()).Refund),
    dialog('refund-due', async () => (await refundDialogs()).RefundDue),
    dialog('cancel', async () => (await import('./pages/office/order/CancelDialog')).Cancel),
    dialog('disable-links', async () => (await orderDialogs()).RevokeLinks),
  ]),
  officePage('orders/:number/invoice', () => import('./pages/office/invoice/InvoicePage')),
  officePage('packing', () => import('./pages/office/packing/PackingPage')),
  officePage('slips', () => import('./pages/office/slips/SlipsPage')),
  officePage('products', () => import('./pages/office/products/ProductsPage')),
  officePage('products/new', () => import('./pages/office/product/NewProductPage')),
  officePage('products/:id', () => import('./pages/office/product/ProductPage')),
  officePage('coupons', () => import('./pages/office/coupons/CouponsPage'), [
    dialog('new', async () => (await couponDialogs()).NewCoupon),
    dialog(':code/edit', async () => (await couponDialogs()).EditCoupon),
    dialog(':code/end', async () => (await couponDialogs()).EndCoupon),
  ]),
  officePage('reviews', () => import('./pages/office/reviews/ReviewsPage'), [
    dialog(':id/hide', async () => (await reviewDialogs()).HideReview),
    dialog(':id/show', async () => (await reviewDialogs()).ShowReview),
    dialog(':id/reply', async () => (await reviewDialogs()).ReplyToReview),
  ]),
  officePage('emails', () => import('./pages/office/emails/EmailsPage')),
  officePage('emails/:id', () => import('./pages/office/email/EmailPage'), [
    dialog('resend', async () => (await import('./pages/office/email/ResendDialog')).ResendDialog),
    dialog('discard', async () => (await import('./pages/office/email/DiscardDialog')).DiscardDialog),
  ]),
  officePage('sales', () => import('./pages/office/sales/SalesPage')),
  officePage('activity', () => import('./pages/office/activity/ActivityPage')),
  officePage('customers', () => import('./pages/office/customers/CustomersPage')),
  officePage('customers/:id', () => import('./pages/office/customer/CustomerPage'), [
    dialog('block', async () => (await import('./pages/office/customer/BlockDialog')).BlockDialog),
  ]),
  officePage('staff', () => import('./pages/office/staff/StaffPage'), [
    dialog('invite', async () => (await staffDialogs()).InviteDialog),
    dialog('invitations/:id/withdraw', async () => (await staffDialogs()).EndInvitationDialog),
    dialog('members/:id/role', async () => (await staffDialogs()).ChangeRoleDialog),
    dialog('members/:id/remove', async () => (await staffDialogs()).RemoveStaffDialog),
    dialog('roles/new', async () => (await roleDialogs()).NewRole),
    dialog('roles/:id/edit', async () => (await roleDialogs()).EditRole),
    dialog('roles/:id/remove', async () => (await roleDialogs()).RemoveRole),
  ]),
  officePage('keys', () => import('./pages/office/keys/KeysPage'), [
    dialog('new', async () => (await keyDialogs()).AddKeyDialog),
    dialog(':id/end', async () => (await keyDialogs()).EndKeyDialog),
  ]),
  officePage('webhooks', () => import('./pages/office/webhooks/WebhooksPage'), [
    dialog(':id/resend', async () => (await webhookDialogs()).ResendDialog),
    dialog(':id/discard', async () => (await webhookDialogs()).DiscardDialog),
  ]),
  officePage('security', () => import('./pages/office/security/SecurityPage')),
  officePage('*', () => import('./pages/office/OfficeNotFound')),
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
          page('home', home),
          page('products', products),
          page('product', product),
          page('studio', studio),
          page('help', help),
          page('forgotPassword', () => import('./pages/forgot-password/ForgotPasswordPage')),
          page('tester', () => import('./pages/tester/TesterPage')),
          page('unsubscribe', () => import('./pages/unsubscribe/UnsubscribePage')),
          page('linkedOrder', () => import('./pages/linked-order/LinkedOrderPage')),
          page('linkedReviews', () => import('./pages/review/ReviewPage')),
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
