/** Generates the tester's Postman collection from the OpenAPI document, during the build. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Fastify from 'fastify'
import { openapi } from '../../server/rest/openapi/openapi'
import { OPERATIONS } from '../../server/shared/contract/operations'

/** The part of an OpenAPI document that a collection needs. */
interface Operation {
  summary: string
  tags: [string]
  security: unknown[]
  parameters?: { in: string; name: string; example?: string }[]
  requestBody?: { content: { 'application/json': { example: unknown } } }
}
interface OpenApiDocument {
  info: { title: string }
  paths: Record<string, Record<string, Operation>>
}

/** The tester replaces this origin with the shop's origin. */
const ORIGIN = 'http://localhost:3000'

/** Builds the OpenAPI document with every operation in the contract. Does not need a database. */
export async function describeContract(): Promise<OpenApiDocument> {
  const app = Fastify()
  app.decorate('shop', { settings: { shopName: 'Shop', publicOrigin: null } } as never)
  await app.register(openapi, { prefix: '/api' })
  for (const { method, path } of Object.values(OPERATIONS))
    if (!app.hasRoute({ method, url: path })) app.route({ method, url: path, handler: () => null })
  await app.ready()
  return app.swagger() as unknown as OpenApiDocument
}

/** A version 2.1 collection, which Bruno and Insomnia also import. It contains an empty variable for the token. */
export function collectionOf({ info, paths }: OpenApiDocument) {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  )
  const tags = [...new Set(operations.map(({ operation }) => operation.tags[0]))]
  return {
    info: {
      name: info.title,
      description: 'Every REST call of the shop. Send Sign in first: it keeps the token for the others.',
      schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
    },
    auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{token}}', type: 'string' }] },
    variable: [
      { key: 'baseUrl', value: ORIGIN, type: 'string' },
      { key: 'token', value: '', type: 'string' },
    ],
    item: tags.map((tag) => ({
      name: tag,
      item: operations
        .filter(({ operation }) => operation.tags[0] === tag)
        .map(({ path, method, operation }) => itemOf(path, method, operation)),
    })),
  }
}

const KEEP_TOKEN = {
  listen: 'test',
  script: {
    type: 'text/javascript',
    exec: ["pm.collectionVariables.set('token', pm.response.json().encodedToken)"],
  },
}

function itemOf(openApiPath: string, method: string, { summary, security, parameters = [], requestBody }: Operation) {
  const path = openApiPath.replace(/\{(\w+)\}/g, ':$1')
  const variable = parameters
    .filter((parameter) => parameter.in === 'path')
    .map(({ name, example = '' }) => ({ key: name, value: example }))
  const body = requestBody?.content['application/json'].example
  return {
    name: summary,
    ...(path.startsWith('/api/auth/') && { event: [KEEP_TOKEN] }),
    request: {
      method,
      header: [
        ...(body === undefined ? [] : [{ key: 'Content-Type', value: 'application/json' }]),
        ...parameters
          .filter(({ name }) => name === 'Idempotency-Key')
          .map(({ name }) => ({ key: name, value: '{{$guid}}' })),
      ],
      url: {
        raw: `{{baseUrl}}${path}`,
        host: ['{{baseUrl}}'],
        path: path.slice(1).split('/'),
        ...(variable.length > 0 && { variable }),
      },
      ...(security.length === 0 && { auth: { type: 'noauth' } }),
      ...(body !== undefined && {
        body: { mode: 'raw', raw: JSON.stringify(body, null, 2), options: { raw: { language: 'json' } } },
      }),
    },
    response: [],
  }
}

/** The tester loads this file when the user downloads the collection. */
export async function writeCollection(): Promise<void> {
  const text = JSON.stringify(collectionOf(await describeContract()), null, 2)
  writeFileSync(join(import.meta.dirname, '../generated/postmanCollection.json'), text)
}
