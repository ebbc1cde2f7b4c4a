/**
 * All connections to PostgreSQL. Each one works in UTC, whatever time zone and date style the server or the database has: initdb takes them
 * from its machine, such as Asia/Kolkata. Prisma writes times as text without a zone and ignores the zone of the times that it reads.
 */
import pg from 'pg'

/**
 * Sent as startup parameters, as libpq sends PGTZ and PGDATESTYLE. They take precedence over the settings of the server, the database and
 * the role. PgBouncer keeps them per client, also in transaction mode.
 */
const SESSION = { TimeZone: 'UTC', DateStyle: 'ISO, MDY' }

/** pg's types leave this method out. */
interface Startup {
  getStartupConf(): Record<string, string>
}

export class Client extends (pg.Client as unknown as new (config?: string | pg.ClientConfig) => pg.Client & Startup) {
  /** pg sends what this method returns. If a later version does not call it, indianServer.slow.test.ts and requireUtc notice. */
  override getStartupConf(): Record<string, string> {
    return { ...super.getStartupConf(), ...SESSION }
  }
}

export class Pool extends pg.Pool {
  constructor(config: pg.PoolConfig) {
    super({ ...config, Client })
  }
}
