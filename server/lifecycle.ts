/** Runs the shop until it is told to stop, and closes it cleanly. */
import { buildApp } from './app'
import { beginDatabase } from './database/client'
import { startMaintenance } from './domain/maintenance'
import type { EmbeddedPostgres } from './database/embedded/start'
import type { Settings } from './settings'
import { welcome } from './welcome'

const parent = process.ppid

export async function run(settings: Settings, embedded: EmbeddedPostgres | null): Promise<void> {
  const database = beginDatabase(settings, embedded)
  const [app] = await Promise.all([buildApp({ ...database, settings }), database.ready])
  const maintenance = startMaintenance(app.shop)
  const close = async () => {
    await app.close()
    await maintenance.stop()
    await database.close()
    process.exit(0)
  }
  // Once, however many tell it to: npm and a terminal may both.
  let closing: Promise<void> | undefined
  const stop = () => (closing ??= close())
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
