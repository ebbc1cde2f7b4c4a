/**
 * Writes migrations offline: prints the SQL that changes one Prisma schema into another, without a database.
 *
 *   npx tsx prisma/sql.ts                              from nothing to prisma/schema.prisma
 *   npx tsx prisma/sql.ts old.prisma                   from old.prisma to prisma/schema.prisma
 *
 * Save the output as prisma/migrations/<YYYYMMDDHHMMSS>_<name>/migration.sql. `prisma migrate` would do the same with a native
 * engine that it downloads; this is the WebAssembly build of that engine.
 */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { bindMigrationAwareSqlAdapterFactory, type SqlDriverAdapter } from '@prisma/driver-adapter-utils'
import type * as Engine from '@prisma/schema-engine-wasm'

export const SCHEMA = join(import.meta.dirname, 'schema.prisma')

/** The parts of the global object that this code uses. Their types are in TypeScript's DOM library, which the server does not include. */
const { WebAssembly } = globalThis as unknown as {
  WebAssembly: {
    instantiate(bytes: Uint8Array, imports: object): Promise<{ instance: { exports: Record<string, () => void> } }>
  }
}

/** The engine's loader needs a bundler. This code loads the engine without one. */
async function loadEngine(): Promise<typeof Engine.SchemaEngine> {
  const glue = createRequire(import.meta.url).resolve('@prisma/schema-engine-wasm/schema_engine_bg')
  const bindings = (await import(pathToFileURL(glue).href)) as typeof Engine & { __wbg_set_wasm(exports: object): void }
  const wasm = await WebAssembly.instantiate(readFileSync(glue.replace(/\.js$/, '.wasm')), {
    './schema_engine_bg.js': bindings,
  })
  const { exports } = wasm.instance
  bindings.__wbg_set_wasm(exports)
  exports['__wbindgen_start']!()
  return bindings.SchemaEngine
}

/** The engine requires a connection. To compare two schema files, empty responses are enough. */
const emptyConnection: SqlDriverAdapter = {
  provider: 'postgres',
  adapterName: 'none',
  getConnectionInfo: () => ({ schemaName: 'public', supportsRelationJoins: true }),
  queryRaw: async () => ({ columnNames: [], columnTypes: [], rows: [] }),
  executeRaw: async () => 0,
  executeScript: async () => undefined,
  startTransaction: async () => {
    throw new Error('There is no database here.')
  },
  dispose: async () => undefined,
}

const noDatabase = bindMigrationAwareSqlAdapterFactory({
  provider: 'postgres',
  adapterName: 'none',
  connect: async () => emptyConnection,
  connectToShadowDb: async () => emptyConnection,
})

const datamodel = (path: string): Engine.DiffTarget => ({
  tag: 'schemaDatamodel',
  files: [{ path, content: readFileSync(path, 'utf8') }],
})

/** Returns the SQL that changes an empty database, or the schema `from`, into the schema `to`. */
export async function sqlOf(to: string, from?: string): Promise<string> {
  const SchemaEngine = await loadEngine()
  const engine = await SchemaEngine.new({ datamodels: [[to, readFileSync(to, 'utf8')]] }, () => undefined, noDatabase)
  const { stdout } = await engine.diff({
    from: from ? datamodel(from) : { tag: 'empty' },
    to: datamodel(to),
    script: true,
    exitCode: null,
    filters: { externalTables: [], externalEnums: [] },
  })
  return stdout ?? ''
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  process.stdout.write(await sqlOf(SCHEMA, process.argv[2]))
}
