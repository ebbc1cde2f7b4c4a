/**
 * Relay's `node`, which finds any object by its id. Catalogue ids are slugs. All others are UUIDs of personal objects. A further field `nodeId`
 * would need configuration in each Relay client.
 */
import { maybeCacheControlFromInfo } from '@apollo/cache-control-types'
import type { GraphQLObjectType, GraphQLResolveInfo } from 'graphql'
import { checkNodeIds, type OwnRecord } from '../domain/own-account/ownRecords'
import type { Category, Product } from '../domain/catalogue/catalogue'
import { isUuid } from '../shared/validation'
import type { Context } from './context'

/**
 * An object with its type name.
 * @public for codegen.ts
 */
export type FoundNode = OwnRecord | ({ __typename: 'Product' } & Product) | ({ __typename: 'Category' } & Category)

/** The database ensures that a category never has a product's id. */
async function findNode(id: string, { loaders, findViewer }: Context): Promise<FoundNode | null> {
  // Looks up the viewer only for personal ids, because the catalogue is public.
  const viewer = isUuid(id) ? await findViewer() : null
  const own = viewer && (await loaders.ownRecord.load({ viewer, id }))
  if (own) return own
  const product = await loaders.product.load(id)
  if (product) return { __typename: 'Product', ...product }
  const category = await loaders.category.load(id)
  return category && { __typename: 'Category', ...category }
}

/** Catalogue objects are public and may be cached for as long as their type allows. Nothing else is cached, not even missing objects. */
function cacheAs(nodes: (FoundNode | null)[], info: GraphQLResolveInfo): void {
  const cacheControl = maybeCacheControlFromInfo(info)
  // Has no effect if another field of the operation is personal.
  if (!cacheControl) return
  const types = new Set(nodes.map((node) => node?.__typename))
  if (types.size === 0 || [...types].some((type) => type !== 'Product' && type !== 'Category')) return
  for (const type of types) {
    const hint = cacheControl.cacheHintFromType(info.schema.getType(type!) as GraphQLObjectType)
    cacheControl.cacheHint.restrict(hint ?? { maxAge: 0 })
  }
}

export async function resolveNode(id: string, context: Context, info: GraphQLResolveInfo): Promise<FoundNode | null> {
  const node = await findNode(id, context)
  cacheAs([node], info)
  return node
}

/** Throws INVALID_INPUT for more than 100 ids. */
export async function resolveNodes(
  ids: string[],
  context: Context,
  info: GraphQLResolveInfo,
): Promise<(FoundNode | null)[]> {
  checkNodeIds(ids)
  const nodes = await Promise.all(ids.map((id) => findNode(id, context)))
  cacheAs(nodes, info)
  return nodes
}
