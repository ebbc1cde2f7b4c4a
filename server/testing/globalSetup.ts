/**
 * Creates one migrated and seeded database for the whole run. Each test file works on a separate copy. The databases are on the server in
 * TEST_DATABASE_URL, on an installed PostgreSQL, or embedded. Embedded ones take twice the CPU time and run concurrent calls one by one.
 * `TEST_DATABASE_URL=embedded` selects them, for a change in server/database/embedded.
 */
import { existsSync } from 'node:fs'
import type { TestProject } from 'vitest/node'
import { makeEmbeddedTemplate } from './embeddedDatabase'
import { startTestPostgres } from './postgres'
import { makeServerTemplate } from './serverDatabase'

declare module 'vitest' {
  interface ProvidedContext {
    /** The run's folder of embedded databases, or the server and the template's name there. */
    template: { folder: string } | { url: string; name: string }
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  if (!existsSync('dist/client'))
    console.warn(
      'There is no build in dist, so the tests of pages and in the browser will fail. Run "npm run build" first.',
    )
  const given = process.env['TEST_DATABASE_URL']
  const started = given ? null : await startTestPostgres()
  const url = given === 'embedded' ? undefined : (given ?? started?.url)
  if (url) {
    const stop = async () => started?.stop()
    const { name, drop } = await makeServerTemplate(url).catch(async (error: unknown) => {
      await stop()
      throw error
    })
    project.provide('template', { url, name })
    return () => drop().finally(stop)
  }
  const { folder, remove } = await makeEmbeddedTemplate()
  project.provide('template', { folder })
  return async () => remove()
}
