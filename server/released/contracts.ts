/** Compares the two contracts with the last release, and finds changes that would break existing clients. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { CriticalityLevel, diff } from '@graphql-inspector/core'
import { buildSchema, isInputObjectType } from 'graphql'
import { projectRoot } from '../settings'
import type { Change, OpenApi } from './openapiChanges'

export const RELEASED = {
  schema: join(projectRoot, 'docs/released/schema.graphql'),
  openapi: join(projectRoot, 'docs/released/openapi.json'),
  commit: join(projectRoot, 'docs/released/commit'),
}

/** `path` is a type, field, argument or value, such as `Product.title`. */
export async function breakingFields(before: string, now: string): Promise<Change[]> {
  const changes = await diff(buildSchema(before), buildSchema(now))
  return changes
    .filter(({ criticality }) => criticality.level === CriticalityLevel.Breaking)
    .map(({ path = '', message }) => ({ path, message }))
}

/**
 * New fields of the release's inputs that have a default. GraphQL adds the default to the input of a call that does not name the field. Under its
 * idempotency key, the call then counts as another one than before the upgrade, and its retry fails with IDEMPOTENCY_KEY_REUSED.
 */
export function newDefaults(before: string, now: string): string[] {
  const released = buildSchema(before).getTypeMap()
  return Object.values(buildSchema(now).getTypeMap()).flatMap((type) => {
    const earlier = released[type.name]
    if (!isInputObjectType(type) || !isInputObjectType(earlier)) return []
    return Object.values(type.getFields())
      .filter(({ name, defaultValue }) => !earlier.getFields()[name] && defaultValue !== undefined)
      .map(({ name }) => `${type.name}.${name}`)
  })
}

/** Changes that are missing from the changelog. They need a line `- Breaking: …` under 'Unreleased' with the path in backticks. */
export function unannounced(changes: Change[], changelog: string): Change[] {
  const [, unreleased = ''] = changelog.split(/^## /m)
  const announced = unreleased.split(/^- /m).filter((entry) => entry.startsWith('Breaking: '))
  return changes.filter(({ path }) => !announced.some((entry) => entry.includes(`\`${path}\``)))
}

export const releasedSchema = (): string => readFileSync(RELEASED.schema, 'utf8')
export const releasedOpenApi = (): OpenApi => JSON.parse(readFileSync(RELEASED.openapi, 'utf8')) as OpenApi
