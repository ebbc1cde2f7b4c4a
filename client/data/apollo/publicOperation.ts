/**
 * Which operations select nothing personal. They are sent without the token, so that the server's cache, a CDN and the service worker may
 * answer them for signed-in shoppers too.
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

/** Staff see what they have just saved, which a copy of the database may not have yet. */
const OFFICE = /^Office/

/** False where it is not certain: the token is then sent. */
export function isPublic({ definitions }: DocumentNode): boolean {
  const [operation, ...others] = definitions.filter((each) => each.kind === Kind.OPERATION_DEFINITION)
  if (operation?.operation !== OperationTypeNode.QUERY || others.length > 0) return false
  if (OFFICE.test(operation.name?.value ?? '')) return false
  return operation.selectionSet.selections.every(
    (each) => each.kind === Kind.FIELD && PUBLIC_FIELDS.has(each.name.value),
  )
}
