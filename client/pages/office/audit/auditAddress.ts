/** Reads the audit log's filters from the address. Invalid values count as not set. */
import { isStorable, isUuid } from '../../../../server/shared/validation'

/** A missing field means no filter. */
export interface AuditWanted {
  /** The id of the account that made the change. */
  by?: string
  type?: string
  /** The id of the changed record, in the format of its type. */
  id?: string
  after?: string
}

const MAKES_SENSE: Record<keyof AuditWanted, (text: string) => boolean> = {
  by: isUuid,
  type: isStorable,
  id: isStorable,
  after: isStorable,
}

export const auditWanted = (query: URLSearchParams): AuditWanted =>
  Object.fromEntries(
    Object.entries(MAKES_SENSE).flatMap(([name, makesSense]) => {
      const text = query.get(name)
      return text && makesSense(text) ? [[name, text]] : []
    }),
  )
