/** The permissions of staff and API keys. A write permission includes the corresponding read permission. */

/** What each permission covers, as shown in the office. */
export const AREAS = {
  orders: 'Orders and returns',
  refunds: 'Refunds and cancellations',
  products: 'Products and photos',
  stock: 'Stock',
  customers: 'Customers and notes about them',
  coupons: 'Coupons',
  reports: 'Sales',
  mails: 'Emails and shoppers’ questions',
  staff: 'Staff, roles and activity',
  keys: 'API keys',
  webhooks: 'Webhooks',
} as const

type Area = keyof typeof AREAS

export type Permission = `${'read' | 'write'}_${Area}`

export const PERMISSIONS = (Object.keys(AREAS) as Area[]).flatMap((area): Permission[] => [
  `read_${area}`,
  `write_${area}`,
])

export const isPermission = (name: string): name is Permission => (PERMISSIONS as string[]).includes(name)

/** All permissions that the listed ones include. Unknown names, such as those from a later release, grant nothing. */
export function impliedBy(names: readonly string[]): Set<Permission> {
  const granted = names.filter(isPermission)
  const read = granted.map((name) => name.replace('write_', 'read_') as Permission)
  return new Set([...granted, ...read])
}

/** True if the held permissions include all permissions that the names imply. */
export const covers = (held: ReadonlySet<Permission>, names: readonly string[]): boolean =>
  [...impliedBy(names)].every((permission) => held.has(permission))

/** Staff with a second factor must have entered a code within the last few minutes to use these permissions. */
export const SENSITIVE: readonly Permission[] = ['write_refunds', 'write_keys', 'write_staff']

/** A key with these permissions could give itself, or others, more rights. */
export const NOT_FOR_KEYS: readonly Permission[] = ['write_keys', 'write_staff']
