/** What every resolver of one request shares. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Viewer } from '../domain/accounts/accounts'
import type { Shop } from '../domain/shop'
import type { Drawn } from '../limits/budget'
import { DomainError } from '../shared/errors'
import { createLoaders, type Loaders } from './loaders'

export interface Context {
  shop: Shop
  /** For reading what everyone may see: who is logged in may have changed it just now, and reads where it is written. */
  catalogueShop: Shop
  loaders: Loaders
  /** The caller's network address. */
  address: string
  requestId: string
  log: FastifyRequest['log']
  /** Draws what the operation costs, in points, from what the caller may ask for in a minute. */
  draw: (points: number) => Promise<Drawn>
  /** Charges points for work that is done already. */
  charge: (points: number) => Promise<void>
  /** Null without a token; UNAUTHENTICATED with a bad one. */
  findViewer: () => Promise<Viewer | null>
  /** UNAUTHENTICATED without a good token. */
  requireViewer: () => Promise<Viewer>
  signToken: FastifyInstance['signToken']
  /** Of the addresses of photos: another one whenever a photo changes. */
  photoVersion: string
  /** Where the shop is reached, e.g. https://shop.example; null where that is not known. */
  findOrigin: () => string | null
  /** Called where every field of the operation is public, with the seconds for which anyone may have the response again. */
  cacheFor: (seconds: number) => void
  /** Called where the operation has run without errors. */
  markWhole: () => void
}

/** REST's contract has one message for both, a missing token and a bad one. */
const TOKEN_MISSING = 'The call needs a token: send the one that login or signup returns in the authorization header.'

function required<Found>(found: Found | null): Found {
  if (!found) throw new DomainError('UNAUTHENTICATED', { message: TOKEN_MISSING })
  return found
}

const catalogueShopOf = ({ server, headers }: FastifyRequest): Shop =>
  headers.authorization === undefined ? server.catalogueShop : server.shop

export const contextOf = (request: FastifyRequest, reply: FastifyReply): Context => ({
  shop: request.server.shop,
  catalogueShop: catalogueShopOf(request),
  loaders: createLoaders(request.server.shop, catalogueShopOf(request)),
  address: request.ip,
  requestId: request.id,
  log: request.log,
  draw: (points) => request.server.drawCost(request, points),
  charge: (points) => request.server.chargeCost(request, points),
  findViewer: () => request.findViewer(),
  requireViewer: async () => required(await request.findViewer()),
  signToken: (user) => request.server.signToken(user),
  photoVersion: request.server.photoVersion,
  findOrigin: () => request.findOrigin(),
  cacheFor: (seconds) => reply.cacheFor(seconds),
  markWhole: () => {
    reply.isWhole = true
  },
})

/** For a page that is rendered for anyone: whoever asks for it is nobody. */
export const contextForVisitor = (request: FastifyRequest, reply: FastifyReply): Context => ({
  ...contextOf(request, reply),
  // What a page costs was drawn before it is rendered.
  draw: async () => ({ retryAfterSeconds: null, left: Infinity }),
  findViewer: async () => null,
  markWhole: () => {},
  requireViewer: async () => required<Viewer>(null),
})

/**
 * The parent of a type whose fields come from constants and settings.
 * @public for codegen.ts
 */
export type Nothing = Record<string, never>
