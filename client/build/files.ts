/**
 * Divides the client's code into few files, because each request takes a third of a second on a slow phone.
 * `client/e2e/site/scripts.slow.test.ts` checks them.
 */
import { basename } from 'node:path'
import type { Plugin, Rolldown } from 'vite'

/** Modules of the client, by the beginning of their paths. */
const at = (...paths: string[]): RegExp => new RegExp(`/client/(${paths.join('|')})`)

const TOUCHED = at(
  'start/prefetch',
  'data/(apollo/network|cart/intents|showNotification)',
  'components/(contact/AskDialog|layout/header/UnderHeader|photo/SecondPhoto|useCopy)',
  'pages/(login|signup|forgot-password)/',
)

/**
 * Each file contains the modules that match, and all that these import, except what a file above contains. So a file imports only files above
 * it. Each page needs the files down to `shop`.
 */
const GROUPS: Rolldown.CodeSplittingGroup[] = [
  { name: 'start', test: /\/client\/start\/hydrateWhenIdle|vite\/preload-helper/ },
  // Libraries stay in the browser's cache when the shop's code changes.
  { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\// },
  { name: 'router', test: /node_modules\/(react-router|react-router-dom)\// },
  { name: 'apollo', test: /node_modules\/(@apollo\/client\/(?!link)|(@wry|optimism|rxjs|tslib)\/)/ },
  // The frame, the search, and the pages that the server renders.
  { name: 'shop', test: at('start/entry.client') },
  // What the first touches need, such as dialogs, messages and the login, and the icons. Each page loads it.
  {
    name: 'more',
    test: (id) => id.includes('node_modules/lucide-react/') || TOUCHED.test(id),
  },
  // A shopper's own pages, and those that emails link.
  {
    name: 'account',
    test: at(
      'components/(address|order|review)/',
      'pages/(cart|checkout|invoice|join|linked-order|order|order-summary|orders|profile|review|unsubscribe|wishlist)/',
    ),
  },
  // The menu of its library, which few visitors open. The office uses it too.
  { name: 'sort', test: at('pages/products/sort/SortMenu') },
  { name: 'office', test: at('pages/office/', 'components/layout/header/OfficeHeader') },
  { name: 'tester', test: at('pages/tester/', 'generated/postmanCollection') },
  // Large parts that few visitors open.
  { name: 'photos', test: at('pages/home/CarouselMotion', 'pages/product/gallery/PhotoZoom') },
  { name: 'share', test: at('pages/product/share/ShareDialog') },
  { name: 'pinCodes', test: /\/server\/shared\/delivery\/pinCodes/ },
]

export const FILES: Rolldown.CodeSplittingOptions = { groups: GROUPS }

/** A file of one line for a module that is imported on demand and is part of a group. */
const FACADE = /^\s*(?:export\{([^}]*)\}from|import)"\.\/([^"]+)";\s*$/
/** The helpers for CommonJS modules. */
const RUNTIME = /^([^]*)export\{([^}]*)\};\s*$/

/** `a as b,c` as the properties of an object. */
const properties = (list: string, from: string, [key, value]: [number, number]): string =>
  list
    .split(',')
    .filter(Boolean)
    .map((each) => each.split(' as '))
    .map((names) => `${names.at(key)}:${from}${names.at(value)}`)
    .join()

/**
 * Removes the tiny files that Rolldown adds to groups, which would each cost a request: the import of a facade becomes an import of the
 * group's file (https://github.com/rolldown/rolldown/issues/9729), and each file gets the 600 bytes of helpers
 * (https://github.com/rolldown/rolldown/issues/2654).
 */
export const withoutTinyFiles = (): Plugin => ({
  name: 'without-tiny-files',
  apply: 'build',
  enforce: 'pre',
  generateBundle(_, bundle) {
    const chunks = Object.values(bundle).filter((each) => each.type === 'chunk')
    const replace = (own: string, what: RegExp, by: (...groups: string[]) => string) => {
      for (const chunk of chunks) {
        chunk.code = chunk.code.replace(what, (_, ...groups: string[]) => by(...groups))
        chunk.imports = chunk.imports.filter((each) => each !== own)
      }
      delete bundle[own]
    }
    for (const { fileName, code, isEntry, name } of chunks) {
      const own = basename(fileName)
      const [, names = '', file] = FACADE.exec(code) ?? []
      if (file !== undefined && !isEntry)
        replace(
          fileName,
          new RegExp(`import\\(([\`"])\\./${own}\\1\\)`, 'g'),
          () => `import("./${file}").then(m=>({${properties(names, 'm.', [-1, 0])}}))`,
        )
      if (name !== 'rolldown-runtime') continue
      const [, helpers, exported] = RUNTIME.exec(code)!
      replace(
        fileName,
        new RegExp(`import\\{([^}]*)\\}from"\\./${own}";`),
        (imported) =>
          `const{${properties(imported, '', [0, -1])}}=(()=>{${helpers};return{${properties(exported!, '', [-1, 0])}}})();`,
      )
    }
  },
})
