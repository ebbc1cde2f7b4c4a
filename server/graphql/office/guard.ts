/**
 * The only place that decides who may use a field of the office. Each such field declares its permission in schema.graphql with @requires.
 * Its resolver gets an actor who has the permission; no function of the office can be called without an actor.
 */
import { defaultFieldResolver, getDirectiveValues, isObjectType, type GraphQLField, type GraphQLSchema } from 'graphql'
import { Actor } from '../../domain/staff/actor'
import { isPermission, type Permission } from '../../shared/permissions'
import type { Context } from '../context'
import { withUserErrors, type ArgumentPath } from '../errors'

/** The permission that a field declares, or null. */
export function permissionOf(
  schema: GraphQLSchema,
  { astNode }: Pick<GraphQLField<unknown, unknown>, 'astNode'>,
): Permission | null {
  const found = astNode && getDirectiveValues(schema.getDirective('requires')!, astNode)?.['permission']
  return typeof found === 'string' && isPermission(found) ? found : null
}

/** Guards all fields with @requires. Throws an error if a field of Office declares no permission. */
export function guardOffice(schema: GraphQLSchema): void {
  const mutation = schema.getMutationType()
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type)) continue
    for (const field of Object.values<GraphQLField<unknown, Context>>(type.getFields())) {
      const permission = permissionOf(schema, field)
      if (permission) guard(field, permission, type === mutation)
      else if (OPEN_ONLY_WITH_PERMISSION.includes(type.name) && !WITH_OWN_FIELDS.includes(field.name))
        throw new Error(`${type.name}.${field.name} must declare a permission with @requires in schema.graphql.`)
    }
  }
}

const OPEN_ONLY_WITH_PERMISSION = ['Office', 'OfficeToday']
/** The fields of this type declare permissions themselves. */
const WITH_OWN_FIELDS = ['today']

function guard(field: GraphQLField<unknown, Context>, permission: Permission, isMutation: boolean): void {
  const { resolve = defaultFieldResolver } = field
  field.resolve = async (source, args, context, info) => {
    if (!isMutation) {
      const actor = Actor.withRights(await context.officeRights(), await context.requireCaller(), permission)
      return resolve(source, args, { ...context, actor }, info)
    }
    const authorize = async () => Actor.authorize(context.shop, await context.requireCaller(), permission)
    // SECOND_FACTOR_REQUIRED is returned in the payload, because a form can ask for the code.
    const { actor, userErrors } = await withUserErrors(async () => ({ actor: await authorize() }))
    return actor ? resolve(source, args, { ...context, actor }, info) : { userErrors }
  }
}

/** The caller of a guarded field, with the permission that the field requires. */
export function actorOf({ actor }: Context): Actor {
  if (!actor) throw new Error('This field must declare a permission with @requires in schema.graphql.')
  return actor
}

/**
 * A change made by the caller, with the permission that the field requires. The domain checks the permission again, in the transaction that
 * makes the change.
 */
export const change = <Payload extends object>(
  context: Context,
  work: (actor: Actor) => Promise<Payload>,
  argumentPath?: ArgumentPath,
) => withUserErrors(() => work(actorOf(context)), argumentPath)
