/**
 * Writes a page of HTML for each of the shop's most visited pages: it fetches that page's own code along with the rest,
 * and the front page's first photo is in sight before any code runs.
 */
import type { Plugin } from 'vite'

interface Page {
  file: string
  /** The page's module, as the end of its path. */
  module: string
  description: string
  content?: string
}

const photo = (width: number, name: string, format: string) =>
  `/photos/${process.env.PHOTO_VERSION ?? 'dev'}/${width}/${name}.${format}`

/** The same sources as the carousel's first slide, so that the photo is loaded once. */
const source = (format: string) => {
  const widths = [240, 480, 720, 900, 1200, 1600].map((width) => `${photo(width, 'slide-1', format)} ${width}w`)
  return (
    `<source media="(max-width: 480px)" type="image/${format}" srcset="${photo(646, 'slide-1-tall', format)} 646w">` +
    `<source type="image/${format}" srcset="${widths.join(', ')}" sizes="max(100vw, 1280px)">`
  )
}

const HERO =
  `<div class="shell-hero"><picture>${source('avif')}${source('webp')}` +
  '<img src="/photos/slide-1.webp" alt="" width="1600" height="700" fetchpriority="high"></picture></div>'

const PAGES: Page[] = [
  {
    file: 'home.html',
    module: 'pages/home/HomePage.tsx',
    description:
      'Handmade bowls, cups, plates, planters and gifts, thrown and glazed in India. Free shipping on all orders.',
    content: HERO,
  },
  {
    file: 'products.html',
    module: 'pages/products/ProductsPage.tsx',
    description:
      'All our ceramics: stoneware, porcelain and terracotta for the table, the shelf and the window sill. Filter by price, category and rating.',
  },
  {
    file: 'product.html',
    module: 'pages/product/ProductPage.tsx',
    description: 'A handmade piece of ceramics: material, size, price and delivery. 14-day exchange and return.',
  },
]

export function pageVariants(): Plugin {
  return {
    name: 'page-variants',
    apply: 'build',
    enforce: 'post',
    generateBundle(_options, bundle) {
      const index = bundle['index.html']
      if (index?.type !== 'asset') return
      const html = String(index.source)
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
      for (const page of PAGES) {
        const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(page.module))
        if (!chunk) throw new Error(`No code was built for ${page.module}`)
        const files = [chunk.fileName, ...chunk.imports]
        const styles = files.flatMap((name) => {
          const file = bundle[name]
          return file?.type === 'chunk' ? [...(file.viteMetadata?.importedCss ?? [])] : []
        })
        const links = [
          ...files.map((name) => `<link rel="modulepreload" crossorigin href="/${name}">`),
          ...styles.map((name) => `<link rel="stylesheet" crossorigin href="/${name}">`),
        ].filter((link) => !html.includes(link.slice(0, -1)))
        this.emitFile({
          type: 'asset',
          fileName: page.file,
          source: html
            .replace(/(<meta\s+name="description"\s+content=")[^"]*/, `$1${page.description}`)
            .replace('</head>', `${[...new Set(links)].join('')}</head>`)
            .replace('<!-- content -->', page.content ?? ''),
        })
      }
    },
  }
}
