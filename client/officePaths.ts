/** All URLs of the office. They are separate from paths.ts, which every page loads. */
import { PAGES } from '../server/shared/pages'

const OFFICE = PAGES.office.path.replace('/*', '')

export const officePaths = {
  today: () => OFFICE,
  orders: (query = '') => `${OFFICE}/orders${query}`,
  order: (number: string) => `${OFFICE}/orders/${encodeURIComponent(number)}`,
  invoice: (number: string) => `${officePaths.order(number)}/invoice`,
  /** The packing slip of one order, or of all orders that are ready to pack. */
  slips: (number?: string) => `${OFFICE}/slips${number === undefined ? '' : `?order=${encodeURIComponent(number)}`}`,
  goods: (query = '') => `${OFFICE}/goods${query}`,
  newProduct: () => `${OFFICE}/goods/new`,
  product: (id: string) => `${OFFICE}/goods/${encodeURIComponent(id)}`,
  coupons: () => `${OFFICE}/coupons`,
  mails: (query = '') => `${OFFICE}/mails${query}`,
  mail: (id: string, query = '') => `${OFFICE}/mails/${encodeURIComponent(id)}${query}`,
  takings: (query = '') => `${OFFICE}/takings${query}`,
  audit: (query = '') => `${OFFICE}/audit${query}`,
  /** The audit log of one record. `type` is the name of its kind in the log. */
  auditOf: (type: string, id: string) => officePaths.audit(`?${new URLSearchParams({ type, id })}`),
  customer: (id: string, query = '') => `${OFFICE}/customers/${encodeURIComponent(id)}${query}`,
}
