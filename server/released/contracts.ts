/** Compares the two contracts with the last release, and finds changes that would break existing clients. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { CriticalityLevel, diff } from '@graphql-inspector/core'
import { buildSchema } from 'graphql'
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

/** Changes that are missing from the changelog. They need a line `- Breaking: …` under 'Unreleased' with the path in backticks. */
export function unannounced(changes: Change[], changelog: string): Change[] {
  const [, unreleased = ''] = changelog.split(/^## /m)
  const announced = unreleased.split(/^- /m).filter((entry) => entry.startsWith('Breaking: '))
  return changes.filter(({ path }) => !announced.some((entry) => entry.includes(`\`${path}\``)))
}

export const releasedSchema = (): string => readFileSync(RELEASED.schema, 'utf8')
export const releasedOpenApi = (): OpenApi => JSON.parse(readFileSync(RELEASED.openapi, 'utf8')) as OpenApi
