/** The only module that reads process.env. Parses all settings, reports all errors together, and names each invalid setting. */
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import * as accounts from './settings/accounts'
import * as database from './settings/database'
import { warningsOf } from './settings/envFile'
import * as limits from './settings/limits'
import * as mail from './settings/mail'
import * as npm from './settings/npm'
import * as operations from './settings/operations'
import * as payments from './settings/payments'
import * as payOnDelivery from './settings/payOnDelivery'
import * as photos from './settings/photos'
import * as seller from './settings/seller'
import * as shop from './settings/shop'
import * as web from './settings/web'
import * as webhooks from './settings/webhooks'

export class SettingsError extends Error {
  constructor(errors: string[]) {
    super(`Please correct these settings:\n${errors.map((error) => `  ${error}`).join('\n')}`)
    this.name = 'SettingsError'
  }
}

/**
 * The project's folder, whether the code runs from the source or from dist/server. `dist` also has a package.json, so this looks for
 * schema.graphql.
 */
export const projectRoot: string = (() => {
  let folder = import.meta.dirname
  while (!existsSync(join(folder, 'schema.graphql'))) folder = dirname(folder)
  return folder
})()

/**
 * The areas. Add a setting in the file of its area: to `variables` (name, type and default), to `settings` (the value under the name that the
 * code uses), and to `errors` if it depends on others. Nothing else lists it in the code.
 */
const LISTED = [
  operations,
  web,
  limits,
  database,
  photos,
  shop,
  accounts,
  payments,
  payOnDelivery,
  seller,
  webhooks,
  mail,
] as const
const AREAS = [...LISTED, npm] as const

type Area = (typeof AREAS)[number]
type ValuesOf<Each> = Each extends { variables: infer Variables extends z.ZodType } ? z.infer<Variables> : never
/** `A & B` for `A | B`. */
type Merged<Union> = (Union extends unknown ? (each: Union) => void : never) extends (each: infer All) => void
  ? All
  : never

export type Settings = Merged<ReturnType<Area['settings']>>

const variablesOf = (areas: readonly Area[]): z.ZodRawShape =>
  Object.assign({}, ...areas.map(({ variables }) => variables.shape)) as z.ZodRawShape

/** The settings that .env.example lists. */
export const SETTING_NAMES = Object.keys(variablesOf(LISTED))

const environment = z.object(variablesOf(AREAS))

/** Throws a SettingsError that names all invalid settings. An empty value counts as missing. */
export function parseSettings(env: Record<string, string | undefined>): Settings {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''))
  const result = environment.safeParse(given)
  const errors = [
    ...(result.error?.issues ?? []).map((issue) => `${issue.path.join('.')}: ${issue.message}`),
    ...AREAS.flatMap((area) => ('errors' in area ? area.errors(given, projectRoot) : [])),
  ]
  if (!result.success || errors.length > 0) throw new SettingsError(errors)
  const values = result.data as Merged<ValuesOf<Area>>
  return Object.assign({}, ...AREAS.map((area) => area.settings(values, projectRoot))) as Settings
}

/** Passed by `npm start`: missing settings come from server/try-out.env. */
const TRY_OUT = '--try-out'

/** Reads the process environment, then a .env file in the project's folder. The first source that sets a variable wins. */
export function readSettings(): Settings {
  const tryOut = process.argv.includes(TRY_OUT) ? ['server/try-out.env'] : []
  for (const file of ['.env', ...tryOut].map((name) => join(projectRoot, name)))
    if (existsSync(file)) process.loadEnvFile(file)
  return parseSettings(process.env)
}

/**
 * One sentence for each name in the project's .env file that is not a setting.
 */
export function settingWarnings(): string[] {
  const file = join(projectRoot, '.env')
  return existsSync(file) ? warningsOf(readFileSync(file, 'utf8'), SETTING_NAMES) : []
}
