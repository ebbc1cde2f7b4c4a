/**
 * `npm run release` stores the baseline for later changes: the two contracts, and the built server, which must work with the tables of the
 * next release. They are files in the repository, because a clone in CI has no history to compare with.
 */
import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildApp } from '../app'
import { openDatabase } from '../database/client'
import { parseSettings } from '../settings'
import { RELEASED } from './contracts'

const KEPT_BUILD = 'tools/checks/previousRelease.tar.gz'

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
execFileSync('tar', ['-czf', KEPT_BUILD, 'dist/server', 'prisma/migrations', 'schema.graphql'])
console.log(`Stored the contracts of this release in docs/released and its server in ${KEPT_BUILD}.`)
