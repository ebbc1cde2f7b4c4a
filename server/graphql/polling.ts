/**
 * ETags of a caller's own answers to GET, so that whoever follows something is told by 304 that nothing changed: for one order's own
 * record by its version, before anything of the operation runs; for anything else by the bytes of the answer.
 */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { findOrderVersion } from '../domain/orders/orders'
import { projectRoot } from '../settings'
import { readOperation } from './operationKey'

declare module 'fastify' {
  interface FastifyReply {
    /** Set where an operation has run without errors: nothing else gets an ETag. */
    isWhole: boolean
    /** By the version of what is asked for, where that says it all. */
    versionTag: string | null
  }
}

/** In points: reading the viewer and the version, by an index each. */
export const POINTS_OF_A_POLL = 150

interface Poll {
  hash: string
  number: string
}

const tagOf = (...parts: unknown[]): string =>
  `"${createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 22)}"`

/** Another release may answer the same question in other words. */
const release = tagOf(
  readFileSync(join(projectRoot, 'schema.graphql'), 'utf8'),
  readFileSync(join(projectRoot, 'package.json'), 'utf8'),
)

const isOwnGet = ({ method, headers }: FastifyRequest): boolean =>
  method === 'GET' && headers.authorization !== undefined

/** Which order an operation follows, where its answer goes by that order's version alone. */
export function findPoll(request: FastifyRequest): Poll | null {
  const { 'x-cost': cost, 'x-cost-only': costOnly } = request.headers
  if (!isOwnGet(request) || cost !== undefined || costOnly !== undefined) return null
  const { operation, operationName, variables } = readOperation(request) ?? {}
  const { polled, hash } = operation ?? {}
  if (!polled || !hash || operationName != null) return null
  const number = 'number' in polled ? polled.number : variables?.[polled.variable]
  return typeof number === 'string' ? { hash, number } : null
}

/** Whether the caller has the answer already. Its tag is older than the answer rather than newer: the version is read first. */
export async function isUnchanged(
  request: FastifyRequest,
  reply: FastifyReply,
  { hash, number }: Poll,
): Promise<boolean> {
  // Whoever has a bad token is told so by the operation.
  const viewer = await request.findViewer().catch(() => null)
  const order = viewer && (await findOrderVersion(request.server.shop, viewer.id, number))
  if (!order) return false
  reply.versionTag = tagOf(release, request.headers.accept, hash, order)
  if (!request.knows(reply.versionTag)) return false
  reply.code(304).header('etag', `W/${reply.versionTag}`)
  return true
}

/** For the scope of the one path. */
export function tagOwnAnswers(app: FastifyInstance): void {
  app.decorateReply('isWhole', false)
  app.decorateReply('versionTag', null)
  app.addHook('onSend', async (request, reply, payload) => {
    if (!isOwnGet(request) || !reply.isWhole || reply.statusCode !== 200 || typeof payload !== 'string') return payload
    const tag = reply.versionTag ?? tagOf(payload)
    reply.header('etag', `W/${tag}`)
    if (!request.knows(tag)) return payload
    reply.code(304).removeHeader('content-type').removeHeader('content-length')
    return null
  })
}
