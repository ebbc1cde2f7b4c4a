import { defineConfig } from 'prisma/config'

// `prisma generate` never runs the native schema engine, but downloads it first. Naming any existing file as that engine avoids the
// download, so the setup needs only the npm registry.
if (process.argv.includes('generate')) process.env['PRISMA_SCHEMA_ENGINE_BINARY'] ??= process.execPath

export default defineConfig({
  schema: 'prisma/schema.prisma',
  migrations: { path: 'prisma/migrations' },
  datasource: { url: process.env['DATABASE_URL'] ?? '' },
})
