/**
 * Decides which operations select no personal data. The client sends these without the token, so the server's cache, a
 * CDN or the service worker can also serve them to logged-in shoppers.
 */
import { Kind, OperationTypeNode, type DocumentNode } from 'graphql'

/** The fields of Query whose results are the same for everyone. A test compares them with the schema. */
export const PUBLIC_FIELDS: ReadonlySet<string> = new Set([
  'categories',
  'category',
  'coupons',
  'product',
  'products',
  'shop',
  'suggestions',
])

/**
 * Office queries send the token. Staff must see the change they just saved, and a cached response may be older.
 */
const OFFICE = /^Office/

/** Returns false if in doubt, and the client then sends the token. */
export function isPublic({ definitions }: DocumentNode): boolean {
  const [operation, ...others] = definitions.filter((each) => each.kind === Kind.OPERATION_DEFINITION)
  if (operation?.operation !== OperationTypeNode.QUERY || others.length > 0) return false
  if (OFFICE.test(operation.name?.value ?? '')) return false
  return operation.selectionSet.selections.every(
    (each) => each.kind === Kind.FIELD && PUBLIC_FIELDS.has(each.name.value),
  )
}
