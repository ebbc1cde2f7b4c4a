/** The way to a page, for search engines. Apart from `PageHead.tsx`, whose code comes with every page. */
import { paths } from '../../paths'

/** Schema.org's list of the way that leads to a page, from the front page on. */
export function breadcrumbs(origin: string, steps: { name: string; path: string }[]): object {
  return {
    '@context': 'https://schema.org',
    '@type': 'BreadcrumbList',
    itemListElement: [{ name: 'Home', path: paths.home() }, ...steps].map(({ name, path }, i) => ({
      '@type': 'ListItem',
      position: i + 1,
      name,
      item: origin + path,
    })),
  }
}
