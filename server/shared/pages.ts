/** Every page of the shop: its path, and whether search engines may show it. The client's routes and paths, and the sitemap, are made from it. */

/** `index`: for everyone, rendered on the server, in the sitemap. `private`: a shopper's own or a tool, disallowed in robots.txt. */
type Visibility = 'index' | 'unlisted' | 'private'

export const PAGES = {
  home: { path: '/', visibility: 'index' },
  products: { path: '/products', visibility: 'index' },
  product: { path: '/product/:productId', visibility: 'index' },
  help: { path: '/help/:topic', visibility: 'index' },
  login: { path: '/login', visibility: 'unlisted' },
  signup: { path: '/signup', visibility: 'unlisted' },
  forgotPassword: { path: '/forgotpassword', visibility: 'unlisted' },
  wishlist: { path: '/wishlist', visibility: 'private' },
  cart: { path: '/cart', visibility: 'private' },
  profile: { path: '/profile', visibility: 'private' },
  checkout: { path: '/checkout', visibility: 'private' },
  orderSummary: { path: '/order_summary', visibility: 'private' },
  orders: { path: '/orders', visibility: 'private' },
  order: { path: '/orders/:number', visibility: 'private' },
  tester: { path: '/mockman', visibility: 'private' },
} as const satisfies Record<string, { path: string; visibility: Visibility }>

export const HELP_TOPICS = ['returns', 'faq', 'contact', 'privacy'] as const
export type HelpTopic = (typeof HELP_TOPICS)[number]

/** `/product/:productId` with its parameter, escaped. */
export const fillPath = (path: string, parameter: string): string =>
  path.replace(/:\w+/, () => encodeURIComponent(parameter))
