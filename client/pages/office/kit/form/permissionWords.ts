/** Describes permissions, such as `Orders and returns, Stock (see only)`. */
import { AREAS } from '../../../../../server/shared/permissions'
import type { Permission } from '../../../../generated/types'

export const permissionWords = (permissions: readonly Permission[]): string =>
  Object.entries(AREAS)
    .flatMap(([area, name]) => {
      const held = permissions.filter((each) => each.endsWith(`_${area}`))
      if (held.length === 0) return []
      return held.some((each) => each.startsWith('write_')) ? [name] : [`${name} (see only)`]
    })
    .join(', ')
