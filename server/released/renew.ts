/**
 * `npm run release` stores the baseline for later changes: the two contracts, and the commit, whose server must work with the tables of the
 * next release. Run it on the released commit.
 */
import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import packageJson from '../../package.json' with { type: 'json' }
import { buildApp } from '../app'
import { openDatabase } from '../database/client'
import { isEarlier } from '../database/oldestRelease'
import { parseSettings } from '../settings'
import { RELEASED } from './contracts'

const { info } = JSON.parse(readFileSync(RELEASED.openapi, 'utf8')) as { info: { version: string } }
if (!isEarlier(info.version, packageJson.version))
  throw new Error(`package.json needs a later version than the last release, ${info.version}.`)

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
const commit = execFileSync('git', ['rev-parse', 'HEAD'], { encoding: 'utf8' })
writeFileSync(RELEASED.commit, commit)
console.log(`Stored the contracts of this release and its commit, ${commit.trim()}, in docs/released.`)
