/** Run for a release: writes the two current contracts to docs/released, for comparison with later ones. */
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildApp } from '../app'
import { openDatabase } from '../database/client'
import { parseSettings } from '../settings'
import { RELEASED } from './contracts'

const folder = mkdtempSync(join(tmpdir(), 'cerashop-contracts-'))
const settings = parseSettings({ NODE_ENV: 'test', LOG_LEVEL: 'silent', DATA_DIR: folder })
const database = await openDatabase(settings)
const app = await buildApp({ ...database, settings })
const { body } = await app.inject('/api/openapi.json')
await app.close()
await database.close()
rmSync(folder, { recursive: true })

copyFileSync('schema.graphql', RELEASED.schema)
writeFileSync(RELEASED.openapi, `${JSON.stringify(JSON.parse(body), null, 2)}\n`)
console.log('docs/released holds both contracts as they are now.')
