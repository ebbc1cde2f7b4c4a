/** Reads the Activity page's filters from the URL. Invalid values are treated as missing. */
import { isStorable, isUuid } from '../../../../server/shared/validation'
import type { OfficeSubjectKind } from '../../../generated/types'

/** The kinds of records, with their names on the page. */
export const KINDS: Record<OfficeSubjectKind, string> = {
  ORDER: 'Orders',
  PRODUCT: 'Products',
  PHOTO: 'Photos',
  REVIEW: 'Reviews',
  COUPON: 'Coupons',
  CATALOGUE: 'Imports',
  MAIL: 'Emails',
  USER: 'Accounts',
  STAFF_ROLE: 'Roles',
  STAFF_INVITATION: 'Invitations',
  API_KEY: 'API keys',
  WEBHOOK: 'Webhooks',
}

/** A missing field means no filter. */
export interface ActivityWanted {
  /** The id of the account that made the change. */
  by?: string
  type?: OfficeSubjectKind
  /** The id of the changed record, in the format of its type. */
  id?: string
  after?: string
}

const MAKES_SENSE: Record<keyof ActivityWanted, (text: string) => boolean> = {
  by: isUuid,
  type: (text) => Object.hasOwn(KINDS, text),
  id: isStorable,
  after: isStorable,
}

export const activityWanted = (query: URLSearchParams): ActivityWanted =>
  Object.fromEntries(
    Object.entries(MAKES_SENSE).flatMap(([name, makesSense]) => {
      const text = query.get(name)
      return text && makesSense(text) ? [[name, text]] : []
    }),
  )
