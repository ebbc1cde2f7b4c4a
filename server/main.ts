/** Starts the shop: the embedded database in a thread of its own, while this one still reads the rest of the code. */
import { setFlagsFromString } from 'node:v8'
import { beginEmbeddedPostgres } from './embedded-postgres'
import { readSettings } from './settings'
import { keepShapeOfTicks } from './ticks'
import { explainFailure } from './welcome'

keepShapeOfTicks()

// What is in use is some 40 MB. By itself V8 lets four times as much garbage gather beside it; this keeps it to less than half,
// at no speed that could be measured. A V8 that does not know the flag goes on without it.
setFlagsFromString('--heap-growing-percent=40')

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
