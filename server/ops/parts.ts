/** The values that health and metrics read. */
import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import type { CatalogueWatch } from '../database/catalogue-changes/catalogueWatch'
import type { Db } from '../database/db'
import type { QueryWatch } from '../database/queryWatch'
import type { Replicas } from '../database/replicas'

export interface Parts {
  db: Db
  pool: pg.Pool
  catalogue: CatalogueWatch
  replicas: Replicas | null
  queries: QueryWatch
}

export interface Ops extends Parts {
  app: FastifyInstance
}
