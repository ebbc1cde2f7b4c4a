/**
 * All pages of the shop: the path, and whether search engines may show the page. The client's routes and paths and the sitemap use this
 * list.
 */

export interface Page {
  path: string
  visibility: Visibility
  /** Only set if the title never changes. */
  title?: string
}

/** `index`: public, rendered on the server, and in the sitemap. `unlisted`: the login and similar forms. `private`: a shopper's own page or a tool, disallowed in robots.txt. */
type Visibility = 'index' | 'unlisted' | 'private'

export const PAGES = {
  home: { path: '/', visibility: 'index' },
  products: { path: '/products', visibility: 'index' },
  product: { path: '/product/:productId', visibility: 'index' },
  studio: { path: '/studio', visibility: 'index' },
  help: { path: '/help/:topic', visibility: 'index' },
  login: { path: '/login', visibility: 'unlisted', title: 'Login' },
  signup: { path: '/signup', visibility: 'unlisted', title: 'Sign Up' },
  forgotPassword: { path: '/forgotpassword', visibility: 'unlisted', title: 'Forgot Password' },
  wishlist: { path: '/wishlist', visibility: 'private', title: 'Wishlist' },
  cart: { path: '/cart', visibility: 'private', title: 'Cart' },
  profile: { path: '/profile', visibility: 'private', title: 'Profile' },
  checkout: { path: '/checkout', visibility: 'private', title: 'Checkout' },
  orderSummary: { path: '/order_summary', visibility: 'private', title: 'Order Summary' },
  orders: { path: '/orders', visibility: 'private', title: 'Orders' },
  order: { path: '/orders/:number', visibility: 'private', title: 'Orders' },
  invoice: { path: '/orders/:number/invoice', visibility: 'private', title: 'Invoice' },
  /** client/routes.tsx lists the office's pages. */
  office: { path: '/office/*', visibility: 'private' },
  join: { path: '/join', visibility: 'private', title: 'Join the staff' },
  unsubscribe: { path: '/unsubscribe', visibility: 'private', title: 'Product alerts' },
  linkedOrder: { path: '/track', visibility: 'private', title: 'Your order' },
  linkedReviews: { path: '/review', visibility: 'private', title: 'Review your order' },
  tester: { path: '/mockman', visibility: 'private', title: 'API Tester' },
} as const satisfies Record<string, Page>

export const HELP_TOPICS = ['returns', 'shipping', 'faq', 'contact', 'privacy', 'terms', 'accessibility'] as const
export type HelpTopic = (typeof HELP_TOPICS)[number]

/** Listings with an introduction of their own, at `/products?group=…`. `brands` lists everything; the others list a group of products. */
export const LISTING_GROUPS = ['decor', 'dining', 'kitchen', 'brands'] as const
export type ListingGroup = (typeof LISTING_GROUPS)[number]

/** Replaces the parameter in a path such as `/product/:productId` with an escaped value. */
export const fillPath = (path: string, parameter: string): string =>
  path.replace(/:\w+/, () => encodeURIComponent(parameter))
