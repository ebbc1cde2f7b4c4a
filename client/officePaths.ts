/** Every URL of the office, apart from paths.ts, which every page loads. */
import { PAGES } from '../server/shared/pages'

const OFFICE = PAGES.office.path.replace('/*', '')

export const officePaths = {
  today: () => OFFICE,
  orders: (query = '') => `${OFFICE}/orders${query}`,
  order: (number: string) => `${OFFICE}/orders/${encodeURIComponent(number)}`,
  invoice: (number: string) => `${officePaths.order(number)}/invoice`,
  /** Of one order, else of all that are to be packed. */
  slips: (number?: string) => `${OFFICE}/slips${number === undefined ? '' : `?order=${encodeURIComponent(number)}`}`,
  goods: (query = '') => `${OFFICE}/goods${query}`,
  newProduct: () => `${OFFICE}/goods/new`,
  product: (id: string) => `${OFFICE}/goods/${encodeURIComponent(id)}`,
  coupons: () => `${OFFICE}/coupons`,
  mails: (query = '') => `${OFFICE}/mails${query}`,
  mail: (id: string, query = '') => `${OFFICE}/mails/${encodeURIComponent(id)}${query}`,
  takings: (query = '') => `${OFFICE}/takings${query}`,
  audit: (query = '') => `${OFFICE}/audit${query}`,
  /** What was changed of one thing, by the name that the record has for its kind. */
  auditOf: (type: string, id: string) => officePaths.audit(`?${new URLSearchParams({ type, id })}`),
  customer: (id: string, query = '') => `${OFFICE}/customers/${encodeURIComponent(id)}${query}`,
}
