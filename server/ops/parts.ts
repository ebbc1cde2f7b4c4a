/** The values that health and metrics read. */
import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import type { CatalogueWatch } from '../database/catalogue-changes/catalogueWatch'
import type { Db } from '../database/db'

export interface Parts {
  db: Db
  pool: pg.Pool
  catalogue: CatalogueWatch
}

export interface Ops extends Parts {
  app: FastifyInstance
}
