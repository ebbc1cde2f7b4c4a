/** Serves everything else that browsers need: the client's files, pages, photos, and the files for search engines. */
import { join, relative } from 'node:path'
import helmet from '@fastify/helmet'
import fastifyStatic, { type FastifyStaticOptions } from '@fastify/static'
import type { FastifyInstance, FastifyReply } from 'fastify'
import fp from 'fastify-plugin'
import { CLIENT, isClientBuilt, pages } from './pages'
import { handleError } from './errors'
import { explorer } from './explorer'
import { originOf } from './origin'
import { invoiceRoute } from './invoiceRoute'
import { salesRoute } from './salesRoute'
import { paymentReturn } from './paymentReturn'
import { servePhotos } from './media/servePhotos'
import { unsubscribeRoute } from './unsubscribe'
import { uploadRoute } from './media/uploadPhoto'
import { uploadBuyerPhotoRoute } from './media/uploadBuyerPhoto'
import { reference } from './reference'
import { SERVICE_WORKER, withoutServiceWorker } from './serviceWorker'
import { sitemap } from './sitemap'

declare module 'fastify' {
  interface FastifyRequest {
    /** PUBLIC_ORIGIN, or the request's origin if its host belongs to this server. Null for other hosts. */
    findOrigin(): string | null
  }
}

/** The hosts that Razorpay's checkout needs, by directive. Razorpay publishes them in its modules for other shops. */
const RAZORPAY = {
  script: ['https://checkout.razorpay.com', 'https://cdn.razorpay.com'],
  page: ['https://api.razorpay.com', 'https://checkout.razorpay.com'],
  connect: ['https://lumberjack.razorpay.com', 'https://lumberjack-metrics.razorpay.com'],
  // In the browsers of other apps, the checkout leaves the page with a form.
  form: ['https://api.razorpay.com'],
}
const NO_PROVIDER: typeof RAZORPAY = { script: [], page: [], connect: [], form: [] }

/** Scripts come only from the shop and the payment provider. Only the provider's dialog may be framed. The sandbox needs no other host. */
const contentSecurityPolicyOf = ({ script, page, connect, form } = NO_PROVIDER) => ({
  directives: {
    defaultSrc: ["'self'"],
    scriptSrc: ["'self'", ...script],
    connectSrc: ["'self'", ...page, ...connect],
    frameSrc: ["'self'", ...page],
    formAction: ["'self'", ...form],
    imgSrc: ["'self'", 'data:', ...script],
    workerSrc: ["'self'"],
    styleSrc: ["'self'", "'unsafe-inline'"],
    fontSrc: ["'self'"],
    upgradeInsecureRequests: null,
  },
})

function lifetimeOf(file: string): string {
  if (file.startsWith('assets')) return 'public, max-age=31536000, immutable'
  return file.startsWith(SERVICE_WORKER) ? 'no-cache' : 'public, max-age=0, must-revalidate'
}

/** A 404 must not be cached, because during a release another server may have the file. */
const sendNotFound = (reply: FastifyReply) =>
  reply.code(404).header('cache-control', 'no-store').type('text/plain').send('Not found')

export const web = fp(
  async (app: FastifyInstance) => {
    // Runs before the routes, which otherwise keep Fastify's handlers.
    app.setErrorHandler(handleError)
    app.setNotFoundHandler((_request, reply) => sendNotFound(reply))
    // No route here reads a JSON body, so bodies sent to unknown paths are not parsed.
    app.removeAllContentTypeParsers()
    app.addContentTypeParser('*', (_request, _payload, done) => done(null))
    app.decorateRequest('findOrigin', function () {
      return originOf(this)
    })
    await app.register(servePhotos)
    await app.register(uploadRoute)
    await app.register(uploadBuyerPhotoRoute)
    await app.register(invoiceRoute)
    await app.register(salesRoute)
    await app.register(paymentReturn)
    await app.register(unsubscribeRoute)
    await app.register(sitemap)
    await app.register(helmet, {
      global: false,
      contentSecurityPolicy: contentSecurityPolicyOf(app.shop.settings.razorpay ? RAZORPAY : NO_PROVIDER),
      // A bank's page, opened from the payment dialog, reports back to the window that opened it.
      crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
      referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
      // All responses have this header and `nosniff` already, see answerHeaders.
      strictTransportSecurity: false,
    })
    await app.register(explorer)
    await app.register(reference)
    const { serviceWorker } = app.shop.settings
    if (!serviceWorker) await app.register(withoutServiceWorker)
    if (!isClientBuilt()) return
    const files: FastifyStaticOptions = {
      root: CLIENT,
      decorateReply: false,
      index: false,
      preCompressed: true,
      setHeaders: (reply, path) => {
        void reply.header('cache-control', lifetimeOf(relative(CLIENT, path)))
      },
    }
    await app.register(fastifyStatic, {
      ...files,
      root: join(CLIENT, 'assets'),
      prefix: '/assets/',
      allowedPath: (path) => !path.endsWith('/'),
    })
    // Each file has its own route. HTML files are page templates, so they have none.
    const globIgnore = ['assets/**', '*.html', ...(serviceWorker ? [] : [SERVICE_WORKER])]
    await app.register(fastifyStatic, { ...files, wildcard: false, globIgnore })
    await app.register(pages)
  },
  { name: 'web' },
)
