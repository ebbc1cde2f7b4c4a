/** What every use case of the shop works with: built once by buildApp and passed as the first argument. */
import type { Db } from '../database/client'
import type { Category, Coupon } from '../generated/prisma/client'
import type { Sql } from '../database/sql'
import type { PaymentProvider } from '../payments/provider'
import type { Photos } from '../photos/photos'
import type { Settings } from '../settings'
import type { OrderLinks } from './orders/orderLink'
import type { Cell } from './catalogue/productFilter'

/** As pino has it, and anything else that takes details and a sentence. */
interface Log {
  info(details: object, message: string): void
  warn(details: object, message: string): void
  error(details: object, message: string): void
}

export interface Shop {
  db: Db
  /** Typed SQL on the same database, for what pages read most. */
  sql: Sql
  /** All of the catalogue's cells, cached until it changes. */
  cells: () => Promise<Cell[]>
  /** All categories in the catalogue's order, cached likewise. */
  categories: () => Promise<Category[]>
  /** All coupons in the shop's own order, cached likewise. */
  coupons: () => Promise<Coupon[]>
  settings: Settings
  payments: PaymentProvider
  photos: Photos
  /** Counts a sign-in or sign-up from this network address: null, or in how many seconds one may be tried again. */
  signInsPerAddress: (address: string) => Promise<number | null>
  /** What is stored of a caller's network address. */
  hashNetwork: (address: string) => string
  /** Links that show an order without a login. */
  orderLinks: OrderLinks
  log: Log
}
