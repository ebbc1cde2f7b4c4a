/** The context that all resolvers of a request share. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Viewer } from '../domain/login/accounts'
import { rightsOf, type Actor, type Caller, type Rights } from '../domain/staff/actor'
import type { Shop } from '../domain/shop'
import type { Drawn } from '../guards/budget'
import { DomainError } from '../shared/errors'
import { createLoaders, type Loaders } from './loaders'

export interface Context {
  shop: Shop
  loaders: Loaders
  /** The client's network address. */
  address: string
  requestId: string
  log: FastifyRequest['log']
  /** Deducts the operation's cost, in points, from the client's budget per minute. */
  draw: (points: number) => Promise<Drawn>
  /** Charges points for work that is already done. */
  charge: (points: number) => Promise<void>
  /** The account or API key of the token. Throws UNAUTHENTICATED without a valid token. */
  requireCaller: () => Promise<Caller>
  /** The caller's rights in the office, read once per request. */
  officeRights: () => Promise<Rights>
  /** The staff member or API key that has the permission required by the field. Set by office/guard.ts. */
  actor: Actor | null
  /** Null without a token, and for an API key. Throws UNAUTHENTICATED for an invalid token. */
  findViewer: () => Promise<Viewer | null>
  /** Throws UNAUTHENTICATED without a valid token. */
  requireViewer: () => Promise<Viewer>
  signToken: FastifyInstance['signToken']
  /** Part of photo URLs. It changes whenever a photo changes. */
  photoVersion: string
  /** The shop's origin, such as https://shop.example, or null if it is unknown. */
  findOrigin: () => string | null
  /** False for a request by a robot, and for a page that the browser loads in advance or keeps for offline use. */
  isByShopper: boolean
  /** Set if the next request must reach the resolvers, so that the response is not cached. Also set if it has a signed address. */
  isCounted: boolean
  /** Notes that the response shows what each sale of the product or variant changes. */
  showsStockOf: (productId: string) => void
  /** Called if every field of the operation is public, with the number of seconds for which the response may be cached. */
  cacheFor: (seconds: number) => void
  /** Called if the operation ran without errors. */
  markWhole: () => void
}

/** REST's contract has the same message for missing and bad tokens. */
const TOKEN_MISSING = 'This call needs a token. Send the token from login or signup in the authorization header.'

function required<Found>(found: Found | null): Found {
  if (!found) throw new DomainError('UNAUTHENTICATED', { message: TOKEN_MISSING })
  return found
}

/** Calls `work` once, when its result is first needed. */
function once<Result>(work: () => Promise<Result>): () => Promise<Result> {
  let result: Promise<Result> | undefined
  return () => (result ??= work())
}

/** Robots that say so: search engines, previews of links in messages, and monitors. */
const ROBOT = /bot\b|bot\/|crawl|spider|slurp|preview|facebookexternalhit|whatsapp|monitor|curl\/|python/i

const isByShopper = ({ headers }: FastifyRequest): boolean =>
  !ROBOT.test(headers['user-agent'] ?? '') && !String(headers['sec-purpose'] ?? '').includes('prefetch')

/** The service worker requests a page that the shopper has opened once more, to keep it for offline use. Browsers open a page with `navigate`. */
const isCopy = ({ headers }: FastifyRequest): boolean => (headers['sec-fetch-mode'] ?? 'navigate') !== 'navigate'

export const contextOf = (request: FastifyRequest, reply: FastifyReply): Context => ({
  officeRights: once(async () => rightsOf(request.server.shop, required(await request.findCaller()))),
  shop: { ...request.server.shop, searcher: request.findNetworks() },
  loaders: createLoaders(request.server.shop),
  address: request.ip,
  requestId: request.id,
  log: request.log,
  draw: (points) => request.server.drawCost(request, points),
  charge: (points) => request.server.chargeCost(request, points),
  requireCaller: async () => required(await request.findCaller()),
  actor: null,
  findViewer: () => request.findViewer(),
  requireViewer: async () => required(await request.findViewer()),
  signToken: (user, session) => request.server.signToken(user, session),
  photoVersion: request.server.photoVersion,
  findOrigin: () => request.findOrigin(),
  isByShopper: isByShopper(request),
  isCounted: false,
  showsStockOf: (productId) => request.showsStockOf(productId),
  cacheFor: (seconds) => reply.cacheFor(seconds),
  markWhole: () => {
    reply.isWhole = true
  },
})

/** Used for a page that is rendered for all visitors, without a viewer. */
export const contextForVisitor = (request: FastifyRequest, reply: FastifyReply): Context => ({
  ...contextOf(request, reply),
  isByShopper: isByShopper(request) && !isCopy(request),
  // The page's cost was charged before rendering.
  draw: async () => ({ retryAfterSeconds: null, left: Infinity }),
  findViewer: async () => null,
  requireCaller: async () => required<Caller>(null),
  markWhole: () => {},
  requireViewer: async () => required<Viewer>(null),
})

/**
 * The parent object of types whose fields come from constants and settings.
 * @public for codegen.ts
 */
export type Nothing = Record<string, never>
