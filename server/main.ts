/**
 * Runs the shop: reads the settings, opens the database, builds the app, listens, and closes. The embedded database starts in another
 * thread while this one loads the rest of the code.
 */
import { beginEmbeddedPostgres } from './database/embedded/start'
import { announce, closeOnSignal, explainFailure } from './process/lifecycle'
import { settingWarnings, readSettings } from './settings'
import { tuneStart } from './process/tuning'

tuneStart()

async function start(): Promise<void> {
  for (const warning of settingWarnings()) console.warn(warning)
  const settings = readSettings()
  const [
    embedded,
    { buildApp },
    { serveCommands },
    { beginDatabase },
    { composeOrderMail },
    { composeAccountMail },
    { waitUntil },
    { startMaintenance },
    { startOutbox },
  ] = await Promise.all([
    settings.databaseUrl ? null : beginEmbeddedPostgres(settings),
    import('./app'),
    import('./commands/serve'),
    import('./database/client'),
    import('./domain/mail/composeOrderMail'),
    import('./domain/mail/composeAccountMail'),
    import('./domain/mail/pace'),
    import('./domain/maintenance/maintenance'),
    import('./outbox/start'),
  ])
  embedded?.lost.catch(end)
  const database = beginDatabase(settings, embedded)
  const [app] = await Promise.all([buildApp({ ...database, settings }), database.ready])
  const commands = await serveCommands(settings, database)
  const background = [
    startMaintenance(app.shop),
    startOutbox(app.shop, app.metrics, [
      {
        name: 'mail',
        compose: (message) => composeOrderMail(app.shop, message),
        pace: (message, to) => waitUntil(app.shop, message, to),
      },
      { name: 'account-mail', compose: (message) => composeAccountMail(app.shop, message) },
    ]),
    commands,
  ]
  closeOnSignal(settings, async () => {
    await Promise.all([app.close(), ...background.map((each) => each.stop())])
    await database.close()
  })
  await app.listen({ host: settings.host, port: settings.port })
  await app.listenForOps()
  console.log(announce(settings, app.listeningOrigin))
}

/** The process also ends if its embedded database ends, so that the next start opens the database again. */
function end(error: unknown): void {
  console.error(explainFailure(error))
  process.exit(1)
}

start().catch(end)
