/** The pages that are drawn on the server for visitors, each with the HTML file that the build makes for it. */

export interface DrawnRoute {
  /** As in routes.tsx. */
  path: string
  /** The page's module, from this folder. */
  module: string
  template: string
}

export const DRAWN_ROUTES: DrawnRoute[] = [
  { path: '/', module: 'pages/home/HomePage.tsx', template: 'home.html' },
  { path: '/products', module: 'pages/products/ProductsPage.tsx', template: 'products.html' },
  { path: '/product/:productId', module: 'pages/product/ProductPage.tsx', template: 'product.html' },
  { path: '/help/:topic', module: 'pages/help/HelpPage.tsx', template: 'help.html' },
  { path: '*', module: 'pages/not-found/NotFoundPage.tsx', template: 'not-found.html' },
]
