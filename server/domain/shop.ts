/** The services that every use case needs. buildApp creates them once, and functions take them as the first argument. */
import type { Db } from '../database/db'
import type { Category, Coupon } from '../generated/prisma/client'
import type { PoolSql } from '../database/sql'
import type { PaymentProvider } from '../payments/provider'
import type { ExternalServices } from '../external/externalServices'
import type { Media } from '../media/media'
import type { PhotoLinks } from '../media/photoLinks'
import type { Settings } from '../settings'
import type { Log } from '../shared/log'
import type { Limits } from '../guards/limits'
import type { Network, networkHasher } from '../guards/network'
import type { Sealer } from '../crypto/sealed'
import type { Cell, Choices, MailCodes, OrderLinks, WaitingSearches } from './shopParts'

export interface Shop {
  db: Db
  /** Typed SQL on the same database, for the most frequent reads. */
  sql: PoolSql
  /** All cells of the catalogue, cached until it changes. */
  cells: () => Promise<Cell[]>
  /** The options and values of all variants, cached until the catalogue changes. */
  choices: () => Promise<Choices>
  /** The words of all products, cached until the catalogue changes. Null if there are too many. */
  productWords: () => Promise<ReadonlySet<string> | null>
  /** The searches without a result that this server has not stored yet. */
  emptySearches: WaitingSearches
  /** All categories in the catalogue's order, cached until the catalogue changes. */
  categories: () => Promise<Category[]>
  /** All coupons sorted by position, cached until the catalogue changes. */
  coupons: () => Promise<Coupon[]>
  settings: Settings
  limits: Limits
  payments: PaymentProvider
  media: Media
  /** Counts a login or sign-up from this network address. Returns null, or the number of seconds until the next attempt is allowed. */
  signInsPerAddress: (address: string) => Promise<number | null>
  /** The stored hash of a client's narrowest network. */
  hashNetwork: (address: string) => string
  /** The stored hashes of all networks of a client's address, the narrowest first. */
  hashNetworks: ReturnType<typeof networkHasher>
  /** Like signInsPerAddress, but counts requests for a code. */
  codesPerAddress: (address: string) => Promise<number | null>
  mailCodes: MailCodes
  /** Encrypts secrets for the database. */
  sealer: Sealer
  /** Links that show an order without a login. */
  orderLinks: OrderLinks
  /** Links with which a buyer reviews the lines of one order without a login. */
  reviewLinks: OrderLinks
  /** Addresses of buyers' photos that shoppers do not see. */
  photoLinks: PhotoLinks
  outside: ExternalServices
  /** The networks that sent the request, the narrowest first. Searches are limited per network. Set only while a GraphQL operation runs. */
  searcher?: readonly Network[]
  log: Log
}
