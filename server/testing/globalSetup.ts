/** Creates one migrated and seeded database for the whole run. Each test file works on a separate copy. */
import type { TestProject } from 'vitest/node'
import { makeEmbeddedTemplate } from './embeddedDatabase'
import { makeServerTemplate } from './serverDatabase'

declare module 'vitest' {
  interface ProvidedContext {
    /** The run's folder of embedded databases, or the template's name on the server in TEST_DATABASE_URL. */
    template: { folder: string } | { url: string; name: string }
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const url = process.env['TEST_DATABASE_URL']
  if (url) {
    const { name, drop } = await makeServerTemplate(url)
    project.provide('template', { url, name })
    return drop
  }
  const { folder, remove } = await makeEmbeddedTemplate()
  project.provide('template', { folder })
  return async () => remove()
}
