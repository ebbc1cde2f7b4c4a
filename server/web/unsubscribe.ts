/**
 * POST /unsubscribe?key=…: ends all product notices of an address without a login. Mailbox providers call it for their one-click button
 * (RFC 8058), so it neither redirects nor needs a cookie. A GET request, which scanners of links send, shows the client's page with a button.
 */
import type { FastifyInstance } from 'fastify'
import { unsubscribe } from '../domain/notices/notices'
import { PAGES } from '../shared/pages'

/** Enough for `List-Unsubscribe=One-Click`. */
const MAX_BYTES = 1_024

export async function unsubscribeRoute(app: FastifyInstance): Promise<void> {
  app.limitRequests()
  app.removeAllContentTypeParsers()
  // The key is in the URL, and providers may choose the type of the form.
  app.addContentTypeParser('*', { parseAs: 'string', bodyLimit: MAX_BYTES }, (_request, _body, done) => done(null))
  app.post(PAGES.unsubscribe.path, async ({ query }, reply) => {
    const { key } = query as Record<string, unknown>
    // The same answer for a wrong key.
    if (typeof key === 'string') await unsubscribe(app.shop, key)
    return reply
      .header('cache-control', 'no-store')
      .type('text/plain; charset=utf-8')
      .send('You get no more emails about products.')
  })
}
