/** Breadcrumbs for search engines. They are separate from `PageHead.tsx` because every page loads that file. */
import { paths } from '../../paths'

/** Schema.org's breadcrumb list, starting at the front page. */
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
