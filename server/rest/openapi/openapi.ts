/** GET /api/openapi.json: the contract as an OpenAPI 3.1 document, with the routes of this server. */
import swagger from '@fastify/swagger'
import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import * as z from 'zod/mini'
import packageJson from '../../../package.json' with { type: 'json' }
import { OPERATIONS, type OperationId } from '../../shared/contract/operations'
import { components } from '../../shared/contract/schemas'
import { describeOperation, referenceTo } from './operation'
import { schemas, withoutIntegerBounds } from './schemas'

/** How long a browser or a CDN may cache the document, in seconds. The same as for the catalogue. */
const MAX_AGE = 300

const TAGS = {
  Catalogue: 'Categories and products: open to everyone.',
  Accounts: 'Signing up and signing in.',
  Cart: "The shopper's cart.",
  Wishlist: "The shopper's wishlist.",
  Addresses: "The shopper's addresses.",
  Payments: "What payment providers and the sandbox's checkout script call.",
  Contract: 'This description.',
}

const DESCRIPTION = `A shop for ceramics and home goods. Sign up or log in, and send the \`encodedToken\` in the authorization
header. Every personal POST takes an Idempotency-Key: the same call sent again within 24 hours changes nothing more and gets the
same response. The same domain is behind GraphQL at \`/graphql\`.`

const ID_BY_ROUTE = new Map<string, OperationId>(
  (Object.keys(OPERATIONS) as OperationId[]).map((id) => [`${OPERATIONS[id].method} ${OPERATIONS[id].path}`, id]),
)

function namedSchemas() {
  const { schemas } = z.toJSONSchema(components, { uri: referenceTo, override: withoutIntegerBounds })
  return Object.fromEntries(Object.entries(schemas).map(([id, { $id: _id, ...schema }]) => [id, schema as object]))
}

/** Collects the routes that are registered after it in the same scope. */
export const openapi = fp(async (app: FastifyInstance) => {
  const { shopName, publicOrigin } = app.shop.settings
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: `${shopName} REST API`,
        version: packageJson.version,
        description: DESCRIPTION,
        license: { name: 'MIT', identifier: 'MIT' },
      },
      servers: [{ url: publicOrigin ?? '/' }],
      tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
      components: {
        schemas: namedSchemas(),
        securitySchemes: {
          bearerToken: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
          bareToken: {
            type: 'apiKey',
            in: 'header',
            name: 'authorization',
            description: 'The token without `Bearer `.',
          },
        },
      },
    },
    // The root of a scope is also registered with a trailing slash.
    transform({ url: given, route }) {
      const url = given.replace(/\/$/, '')
      const id = ID_BY_ROUTE.get(`${String(route.method)} ${url}`)
      return { url, schema: id ? describeOperation(id, OPERATIONS[id]) : { hide: true } }
    },
  })
  app.get(
    '/openapi.json',
    { schema: schemas.getOpenApiDocument, config: { cache: { maxAge: MAX_AGE } } },
    (_request, reply) => reply.type('application/json; charset=utf-8').send(JSON.stringify(app.swagger())),
  )
})
