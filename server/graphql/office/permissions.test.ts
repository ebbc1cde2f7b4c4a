/** Runs every field and mutation of the office as every kind of caller. The list comes from the schema, so it includes new fields. */
import { readFileSync } from 'node:fs'
import {
  buildSchema,
  isNonNullType,
  isScalarType,
  isEnumType,
  isInputObjectType,
  isListType,
  isLeafType,
  getNamedType,
  type GraphQLArgument,
  type GraphQLInputType,
  type GraphQLOutputType,
} from 'graphql'
import { describe, expect, it } from 'vitest'
import { runCommand as runKeys } from '../../commands/keys'
import { impliedBy, NOT_FOR_KEYS, PERMISSIONS, type Permission } from '../../shared/permissions'
import { startTestApp } from '../../testing/app'
import { ask } from '../../testing/calls'
import { newShopper, newStaff, newStaffAs } from '../../testing/data/factories'
import { guardOffice, permissionOf } from './guard'

// Each caller sends hundreds of documents, which cost almost as much as a minute allows.
const app = await startTestApp({ LIMITS: 'off' })
const { db } = app.shop
const source = readFileSync('schema.graphql', 'utf8')
const schema = buildSchema(source)

/** A valid value of the type. The calls need not succeed: only their permission is tested. */
function literalOf(type: GraphQLInputType): string {
  if (isNonNullType(type)) return literalOf(type.ofType)
  if (isListType(type)) return `[${literalOf(type.ofType)}]`
  if (isEnumType(type)) return type.getValues()[0]!.name
  if (isScalarType(type)) return LITERALS[type.name]!
  if (!isInputObjectType(type)) throw new Error(`No value for ${String(type)}`)
  const fields = Object.values(type.getFields()).filter((field) => isNonNullType(field.type))
  return `{ ${fields.map(({ name, type: of }) => `${name}: ${literalOf(of)}`).join(', ')} }`
}
const LITERALS: Record<string, string> = {
  ID: '"none"',
  String: '"x"',
  Int: '1',
  Float: '1',
  Boolean: 'false',
  Date: '"2026-01-01"',
  DateTime: '"2026-01-01T00:00:00Z"',
}

const argumentsOf = (args: readonly GraphQLArgument[]): string => {
  const needed = args.filter(({ type, defaultValue }) => isNonNullType(type) && defaultValue === undefined)
  return needed.length ? `(${needed.map(({ name, type }) => `${name}: ${literalOf(type)}`).join(', ')})` : ''
}
const selectionOf = (type: GraphQLOutputType): string => (isLeafType(getNamedType(type)) ? '' : '{ __typename }')

interface Guarded {
  name: string
  document: string
  permission: Permission
}

function fieldsOf(typeName: string, wrap: (field: string) => string): Guarded[] {
  const type = schema.getType(typeName)
  if (!type || !('getFields' in type)) throw new Error(typeName)
  return Object.values(type.getFields()).flatMap((field) => {
    const permission = permissionOf(schema, field as never)
    if (!permission || !('args' in field)) return []
    const document = wrap(`${field.name}${argumentsOf(field.args)} ${selectionOf(field.type)}`)
    return [{ name: `${typeName}.${field.name}`, document, permission }]
  })
}

const customer = await newShopper(app)
const guarded: Guarded[] = [
  ...fieldsOf('Office', (field) => `{ office { ${field} } }`),
  ...fieldsOf('OfficeToday', (field) => `{ office { today { ${field} } } }`),
  ...fieldsOf('OfficeCustomer', (field) => `{ office { customer(id: "${customer.id}") { ${field} } } }`),
  ...fieldsOf('Mutation', (field) => `mutation { ${field} }`),
]

interface Caller {
  name: string
  token: string
  permissions: Set<Permission>
  /** The error code that the caller gets without the permission. */
  error: 'FORBIDDEN' | 'UNAUTHENTICATED'
}

const owner = await newStaff(app)
const blocked = await newStaff(app)
const removed = await newStaff(app)
await db.user.update({ where: { id: blocked.id }, data: { blockedAt: new Date() } })
await db.user.update({ where: { id: removed.id }, data: { role: 'CUSTOMER' } })
const roles = await db.staffRole.findMany({ where: { isOwner: false } })
// Also creates a role for each individual permission.
for (const permission of PERMISSIONS) {
  const data = { name: `only ${permission}`, permissions: [permission] }
  roles.push(await db.staffRole.create({ data }))
}
const none = new Set<Permission>()
const callers: Caller[] = [
  { name: 'a visitor', token: '', permissions: none, error: 'UNAUTHENTICATED' },
  { name: 'a wrong key', token: 'csk_wrong', permissions: none, error: 'UNAUTHENTICATED' },
  { name: 'a blocked owner', token: blocked.token, permissions: none, error: 'UNAUTHENTICATED' },
  { name: 'a shopper', token: customer.token, permissions: none, error: 'FORBIDDEN' },
  { name: 'a former owner', token: removed.token, permissions: none, error: 'FORBIDDEN' },
  { name: 'Owner', token: owner.token, permissions: new Set(PERMISSIONS), error: 'FORBIDDEN' },
]
for (const { name, permissions } of roles)
  callers.push({
    name,
    token: (await newStaffAs(app, name)).token,
    permissions: impliedBy(permissions),
    error: 'FORBIDDEN',
  })
for (const permission of PERMISSIONS) {
  if (NOT_FOR_KEYS.includes(permission)) continue
  const [token] = await runKeys(db, ['add', `key ${permission}`, permission])
  callers.push({
    name: `a key ${permission}`,
    token: token!,
    permissions: impliedBy([permission]),
    error: 'FORBIDDEN',
  })
}

const ACCESS_ERRORS = /token|Only staff|This needs the permission/

describe('@requires', () => {
  it('is declared on every office field and every staff mutation', () => {
    expect(guarded.length).toBeGreaterThan(40)
    const office = Object.values((schema.getType('Office') as { getFields(): object }).getFields() as never[])
    expect(office.length).toBe(guarded.filter(({ name }) => name.startsWith('Office.')).length + 1)
    // A new field without a permission prevents the server from starting.
    const open = buildSchema(
      source.replace(/(orderCounts: \[OfficeStatusCount!\]!) @requires\(permission: \w+\)/, '$1'),
    )
    expect(() => guardOffice(open)).toThrow('Office.orderCounts must declare a permission')
  })

  it('covers every permission except write_reports', () => {
    const needed = new Set(guarded.map(({ permission }) => permission))
    expect(PERMISSIONS.filter((each) => !needed.has(each))).toEqual(['write_reports'])
  })
})

describe.each(callers)('$name', ({ token, permissions, error }) => {
  it('may use the fields of its permissions, and no others', async () => {
    const wrong: string[] = []
    for (const { name, document, permission } of guarded) {
      // A caller who may not read customers cannot reach their fields.
      const needed = name.startsWith('OfficeCustomer.') ? [permission, 'read_customers' as const] : [permission]
      const { errors = [] } = await ask(app, document, { token })
      const codes = errors.map(({ extensions }: { extensions: { code: string } }) => extensions.code)
      // Rules of the domain also refuse calls: only owners change roles, and staff cannot grant a permission that they lack.
      const isRefused = errors.some(({ message }: { message: string }) => ACCESS_ERRORS.test(message))
      const isAllowed = needed.every((each) => permissions.has(each))
      if (isRefused === isAllowed) wrong.push(`${name}: ${JSON.stringify(errors)}`)
      if (isRefused && !codes.includes(error)) wrong.push(`${name}: ${codes.join()}`)
      const hasSome = permissions.size > 0 || name.startsWith('Mutation.')
      if (isRefused && error === 'FORBIDDEN' && hasSome && !/permission (read|write)_\w+/.test(errors[0]!.message))
        wrong.push(`${name} names no permission: ${errors[0]!.message}`)
    }
    expect(wrong).toEqual([])
  })
})
