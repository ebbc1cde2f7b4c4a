/** Starts the shop: the embedded database in a thread of its own, while this one still reads the rest of the code. */
import { beginEmbeddedPostgres } from './embedded-postgres'
import { readSettings } from './settings'
import { explainFailure } from './welcome'

async function start(): Promise<void> {
  const settings = readSettings()
  const [embedded, { run }] = await Promise.all([
    settings.databaseUrl ? null : beginEmbeddedPostgres(settings.dataDir),
    import('./run'),
  ])
  await run(settings, embedded)
}

start().catch((error: unknown) => {
  console.error(explainFailure(error))
  process.exit(1)
})
