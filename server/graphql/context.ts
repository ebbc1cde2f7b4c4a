/** What every resolver of one request shares. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Viewer } from '../domain/accounts/accounts'
import type { Shop } from '../domain/shop'
import { DomainError } from '../shared/errors'
import { createLoaders, type Loaders } from './loaders'

export interface Context {
  shop: Shop
  loaders: Loaders
  /** The caller's network address. */
  address: string
  requestId: string
  log: FastifyRequest['log']
  /** Null without a token; UNAUTHENTICATED with a bad one. */
  findViewer(): Promise<Viewer | null>
  /** UNAUTHENTICATED without a good token. */
  requireViewer(): Promise<Viewer>
  signToken: FastifyInstance['signToken']
}

export const contextOf = (request: FastifyRequest): Context => ({
  shop: request.server.shop,
  loaders: createLoaders(request.server.shop),
  address: request.ip,
  requestId: request.id,
  log: request.log,
  findViewer: () => request.findViewer(),
  requireViewer: () => request.requireViewer(),
  signToken: (user) => request.server.signToken(user),
})

/** For a page that is drawn for anyone: whoever asks for it is nobody. */
export const contextForVisitor = (request: FastifyRequest): Context => ({
  ...contextOf(request),
  findViewer: async () => null,
  requireViewer: async () => {
    throw new DomainError('UNAUTHENTICATED')
  },
})

/** The parent of a type whose fields come from constants and settings. */
export type Nothing = Record<string, never>
