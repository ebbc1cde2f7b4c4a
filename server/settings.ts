/** The only module that reads process.env. Parses all settings, reports all errors together, and names each invalid setting. */
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { accountErrors, accountSettings, accountVariables } from './settings/accounts'
import { databaseErrors, databaseSettings, databaseVariables } from './settings/database'
import { warningsOf } from './settings/envFile'
import { limitSettings, limitVariables } from './settings/limits'
import { mailErrors, mailSettings, mailVariables } from './settings/mail'
import { npmSettings, npmVariables } from './settings/npm'
import { operationSettings, operationVariables } from './settings/operations'
import { paymentErrors, paymentSettings, paymentVariables } from './settings/payments'
import { payOnDeliverySettings, payOnDeliveryVariables } from './settings/payOnDelivery'
import { photoSettings, photoVariables } from './settings/photos'
import { sellerErrors, sellerSettings, sellerVariables } from './settings/seller'
import { shopErrors, shopSettings, shopVariables } from './settings/shop'
import { webSettings, webVariables } from './settings/web'
import { webhookErrors, webhookSettings, webhookVariables } from './settings/webhooks'

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

/** Add each setting in the file for its area: to its variables, its settings and, if the setting depends on others, its checks. */
const variables = z.object({
  ...operationVariables.shape,
  ...webVariables.shape,
  ...limitVariables.shape,
  ...databaseVariables.shape,
  ...photoVariables.shape,
  ...shopVariables.shape,
  ...accountVariables.shape,
  ...paymentVariables.shape,
  ...payOnDeliveryVariables.shape,
  ...sellerVariables.shape,
  ...webhookVariables.shape,
  ...mailVariables.shape,
})

/** The settings that .env.example lists. */
export const SETTING_NAMES = Object.keys(variables.shape)

const environment = variables.extend(npmVariables.shape)

/** Throws a SettingsError that names all invalid settings. An empty value counts as missing. */
export function parseSettings(env: Record<string, string | undefined>) {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''))
  const result = environment.safeParse(given)
  const errors = [
    ...(result.error?.issues ?? []).map((issue) => `${issue.path.join('.')}: ${issue.message}`),
    ...paymentErrors(given),
    ...sellerErrors(given),
    ...accountErrors(given),
    ...databaseErrors(given),
    ...mailErrors(given),
    ...webhookErrors(given),
    ...shopErrors(given, projectRoot),
  ]
  if (!result.success || errors.length > 0) throw new SettingsError(errors)
  const values = result.data
  return {
    ...operationSettings(values),
    ...webSettings(values),
    ...limitSettings(values),
    ...databaseSettings(values, projectRoot),
    ...photoSettings(values),
    ...shopSettings(values, projectRoot),
    ...accountSettings(values),
    ...paymentSettings(values),
    ...payOnDeliverySettings(values),
    ...sellerSettings(values),
    ...webhookSettings(values),
    ...mailSettings(values),
    ...npmSettings(values),
  }
}

export type Settings = ReturnType<typeof parseSettings>

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
