/** Starts the shop and closes it cleanly. */
import { buildApp } from './app'
import { openDatabase } from './database'
import { startMaintenance } from './domain/maintenance'
import { readSettings } from './settings'
import { explainFailure, welcome } from './welcome'

const parent = process.ppid

async function start(): Promise<void> {
  const settings = readSettings()
  const database = await openDatabase(settings)
  const app = await buildApp({ ...database, settings })
  const maintenance = startMaintenance(app.shop)
  const stop = async () => {
    await app.close()
    await maintenance.stop()
    await database.close()
    process.exit(0)
  }
  process.once('SIGINT', stop)
  process.once('SIGTERM', stop)
  if (settings.startedByNpm) whenOrphaned(stop)
  await app.listen({ host: settings.host, port: settings.port })
  console.log(welcome(settings, app.listeningOrigin))
}

/** npm's shell dies of a SIGTERM without passing it on: from then on this process has another parent. */
function whenOrphaned(stop: () => Promise<void>): void {
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    void stop()
  }, 200)
  watch.unref()
}

start().catch((error: unknown) => {
  console.error(explainFailure(error))
  process.exit(1)
})
