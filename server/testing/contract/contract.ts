/**
 * Checks all responses under /api against the OpenAPI document of the same app: status, body, and Retry-After. It collects the differences
 * and leaves the responses unchanged: if it sent a 500 instead, tests that expect an error would hide the difference.
 */
import { Ajv2020, type AnySchema, type ValidateFunction } from 'ajv/dist/2020.js'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { noteError } from './contractErrors'

interface Response {
  headers?: Record<string, object>
  content?: { 'application/json': { schema: AnySchema & { $ref?: string } } }
}

interface Document {
  paths: Record<string, Record<string, { responses: Record<string, Response> }>>
}

/** A document whose schemas are compiled on first use. */
class Contract {
  readonly #ajv: Ajv2020
  readonly #validators = new Map<Response, ValidateFunction>()

  constructor(readonly document: Document) {
    this.#ajv = new Ajv2020({ strict: false }).addSchema(document, 'document')
  }

  /** Undefined if the document does not describe the response. */
  find(method: string, path: string, status: number): Response | undefined {
    return this.document.paths[path]?.[method.toLowerCase()]?.responses[status]
  }

  /** Null if the body matches. */
  errorOf(response: Response, body: string): string | null {
    const json = response.content?.['application/json']
    if (!json) return body === '' ? null : 'has a body'
    const validate = this.#validatorOf(response, json.schema)
    return validate(JSON.parse(body)) ? null : this.#ajv.errorsText(validate.errors)
  }

  #validatorOf(response: Response, schema: AnySchema & { $ref?: string }): ValidateFunction {
    let validate = this.#validators.get(response)
    if (!validate) {
      validate = this.#ajv.compile(schema.$ref ? { $ref: `document${schema.$ref}` } : schema)
      this.#validators.set(response, validate)
    }
    return validate
  }
}

/** Keyed by document text, because most apps in a run have the same document. */
const contracts = new Map<string, Contract>()

function contractOf(app: FastifyInstance): Contract {
  const document = app.swagger() as unknown as Document
  const text = JSON.stringify(document.paths)
  const contract = contracts.get(text) ?? new Contract(document)
  contracts.set(text, contract)
  return contract
}

/** The response for an unknown path, which belongs to no operation. */
const UNKNOWN = /^\{"errors":\["There is nothing at [^"]+"\]\}$/

/** Call this before the routes are registered. */
export function checkAnswers(app: FastifyInstance): void {
  let contract: Contract | undefined
  const responseOf = (request: FastifyRequest, status: number): Response | undefined => {
    contract ??= contractOf(request.server)
    const path = request.routeOptions.url!.replace(/\/$/, '').replaceAll(/:(\w+)/g, '{$1}')
    return contract.find(request.method === 'HEAD' ? 'GET' : request.method, path, status)
  }
  // The reference page is not part of the contract. Neither are unknown paths, which match the wildcard.
  const isOfContract = ({ method, routeOptions: { url = '' } }: FastifyRequest): boolean =>
    method !== 'OPTIONS' && /^\/api\/(?!docs\b)[^*]/.test(url)
  const note = ({ method, url }: FastifyRequest, status: number, error: string) =>
    noteError(`${method} ${url} answered ${status}: ${error}`)

  // Must be the first onSend hook, because at that point the body is still uncompressed, as the route created it.
  app.addHook('onSend', async (request, reply, payload) => {
    if (typeof payload !== 'string') return
    if (!isOfContract(request)) {
      const isUnknown = reply.statusCode === 404 && request.url.startsWith('/api/')
      if (isUnknown && !UNKNOWN.test(payload)) note(request, 404, `${payload} is not what an unknown path gets`)
      return
    }
    const response = responseOf(request, reply.statusCode)
    const error = response && contract!.errorOf(response, payload)
    if (error) note(request, reply.statusCode, error)
  })

  app.addHook('onResponse', async (request: FastifyRequest, reply: FastifyReply) => {
    if (!isOfContract(request)) return
    const response = responseOf(request, reply.statusCode)
    if (!response) return note(request, reply.statusCode, 'this status is not described')
    if (response.headers?.['Retry-After'] && !reply.hasHeader('retry-after'))
      note(request, reply.statusCode, 'Retry-After is missing')
  })
}
