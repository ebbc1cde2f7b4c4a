/** Files for search engines: the sitemap with the public pages, and robots.txt with the private ones. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { countProducts, listProductIds } from '../domain/catalogue/catalogue'
import { fillPath, HELP_TOPICS, LISTING_GROUPS, PAGES } from '../shared/pages'
import { TooManyRequests } from '../http/tooManyRequests'
import { originOf } from './origin'

/** The protocol allows 50,000 URLs per file. */
const PER_FILE = 40_000
const MAX_AGE_SECONDS = 3600
/** The cost of one part of the sitemap, in the same points as operations. */
const POINTS = 500

/** `Disallow` matches by prefix, so `/orders` also covers each order. */
const DISALLOWED = [
  '/api/',
  ...Object.values(PAGES)
    .filter(({ path, visibility }) => visibility === 'private' && !path.includes(':'))
    .map(({ path }) => path.replace('/*', '')),
]

const xml = (root: string, entry: string, addresses: string[]): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n` +
  `${addresses.map((address) => `<${entry}><loc>${escapeXml(address)}</loc></${entry}>\n`).join('')}</${root}>\n`

const escapeXml = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

export const sitemap = fp(
  async (app: FastifyInstance) => {
    const { shop } = app
    const siteOf = (request: FastifyRequest) => originOf(request) ?? `http://localhost:${shop.settings.port}`

    const productPages = async (part: number): Promise<string[]> => {
      const ids = await listProductIds(shop, { skip: (part - 1) * PER_FILE, take: PER_FILE })
      return ids.map((id) => fillPath(PAGES.product.path, id))
    }
    /** Search engines must not index an empty listing. */
    const groupsWithProducts = async () => {
      const cells = await shop.cells()
      return LISTING_GROUPS.filter((group) =>
        cells.some(({ groups }) => group === 'brands' || groups.some((each) => each.toLowerCase() === group)),
      )
    }
    const otherPages = async (): Promise<string[]> => [
      PAGES.home.path,
      PAGES.products.path,
      ...(await shop.categories()).map(({ id }) => `${PAGES.products.path}?category=${encodeURIComponent(id)}`),
      ...(await groupsWithProducts()).map((group) => `${PAGES.products.path}?group=${group}`),
      PAGES.studio.path,
      ...HELP_TOPICS.map((topic) => fillPath(PAGES.help.path, topic)),
    ]
    const config = {
      cache: {
        maxAge: MAX_AGE_SECONDS,
        key: (request: FastifyRequest) => siteOf(request) + request.url.split('?', 1)[0],
      },
    }
    const send = async (request: FastifyRequest, reply: FastifyReply, make: (origin: string) => Promise<string>) => {
      const { retryAfterSeconds } = await app.drawCost(request, POINTS)
      if (retryAfterSeconds !== null) throw new TooManyRequests(retryAfterSeconds)
      return reply.type('application/xml; charset=utf-8').send(await make(siteOf(request)))
    }

    app.get('/sitemap.xml', { config }, (request, reply) =>
      send(request, reply, async (origin) => {
        const parts = Math.ceil((await countProducts(shop)) / PER_FILE)
        if (parts <= 1)
          return xml('urlset', 'url', absolute(origin, [...(await otherPages()), ...(await productPages(1))]))
        const files = Array.from({ length: parts + 1 }, (_, i) => `/sitemap-${i}.xml`)
        return xml('sitemapindex', 'sitemap', absolute(origin, files))
      }),
    )
    app.get<{ Params: { part: string } }>('/sitemap-:part(^\\d{1,4}$).xml', { config }, (request, reply) =>
      send(request, reply, async (origin) => {
        const part = Number(request.params.part)
        return xml('urlset', 'url', absolute(origin, part === 0 ? await otherPages() : await productPages(part)))
      }),
    )
    app.get('/robots.txt', (request, reply) =>
      reply
        .type('text/plain; charset=utf-8')
        .header('cache-control', `public, max-age=${MAX_AGE_SECONDS}`)
        .send(
          [
            'User-agent: *',
            ...DISALLOWED.map((path) => `Disallow: ${path}`),
            '',
            `Sitemap: ${siteOf(request)}/sitemap.xml`,
            '',
          ].join('\n'),
        ),
    )
  },
  { name: 'sitemap' },
)

const absolute = (origin: string, paths: string[]): string[] => paths.map((path) => origin + path)
