/** Makes one migrated and seeded database for the whole run; every test file works on a copy of its own. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { openDatabase } from '../database/client'
import { parseSettings } from '../settings'
import { makeServerTemplate } from './serverDatabase'

declare module 'vitest' {
  interface ProvidedContext {
    /** A folder with a finished embedded database, or the name of one on the server of TEST_DATABASE_URL. */
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
  const folder = mkdtempSync(join(tmpdir(), 'cerashop-template-'))
  const { close } = await openDatabase(parseSettings({ DATA_DIR: folder }))
  await close()
  project.provide('template', { folder })
  return async () => rmSync(folder, { recursive: true, force: true })
}
