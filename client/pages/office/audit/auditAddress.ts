/** What the page of changes shows, as its address has it: whatever makes no sense there counts as not set. */
import { isStorable, isUuid } from '../../../../server/shared/validation'

/** Missing where nothing is narrowed. */
export interface AuditWanted {
  /** The id of an account. */
  by?: string
  type?: string
  /** Of the thing, in the words of its type. */
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
