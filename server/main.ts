/** Starts the shop: the embedded database in a thread of its own, while this one still reads the rest of the code. */
import { setFlagsFromString } from 'node:v8'
import { beginEmbeddedPostgres } from './database/embedded/start'
import { readSettings } from './settings'
import { keepShapeOfTicks } from './tuning'
import { explainFailure } from './welcome'

const NODE = parseInt(process.versions.node)

keepShapeOfTicks()

// How much of some WebAssembly runs before it is compiled again, to be fast: ten times the default of Node 20. Else the embedded
// database is compiled again in the middle of its start, which takes a third longer.
setFlagsFromString('--wasm-tiering-budget=18000000')

async function start(): Promise<void> {
  const settings = readSettings()
  const [embedded, { run }] = await Promise.all([
    settings.databaseUrl ? null : beginEmbeddedPostgres(settings.dataDir),
    import('./lifecycle'),
  ])
  await run(settings, embedded)
  // What is in use is some 40 MB. By itself V8 lets four times as much garbage gather beside it; this keeps it to less than half,
  // at no speed that could be measured. Not before, since a start fills the heap anyway, and collecting it then is in vain.
  setFlagsFromString(NODE >= 24 ? '--memory-saver-mode' : '--heap-growing-percent=40')
}

start().catch((error: unknown) => {
  console.error(explainFailure(error))
  process.exit(1)
})
