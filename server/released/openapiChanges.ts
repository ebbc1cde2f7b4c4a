/**
 * Finds changes in an OpenAPI document that would break a client of an earlier version. Compares only JSON bodies, since the shop has no
 * others. As in GraphQL, a response may get new enum values.
 *
 * No package does this well enough: `api-smart-diff` reports each new required field of a response and misses new required bodies,
 * `openapi-diff` cannot read OpenAPI 3.1, and Optic's rules install hundreds of packages and fail to load. `openapi-changes` downloads a binary, and
 * `@azure/oad` needs .NET.
 */

/** The parts of a JSON schema that affect a client. */
interface Schema {
  $ref?: string
  type?: string | string[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  enum?: unknown[]
  anyOf?: Schema[]
}

interface Operation {
  parameters?: { name: string; in: string; required?: boolean; schema?: Schema }[]
  requestBody?: { required?: boolean; content: Record<string, { schema: Schema }> }
  responses: Record<string, { content?: Record<string, { schema?: Schema }> }>
}

export interface OpenApi {
  paths: Record<string, Record<string, Operation>>
  components?: { schemas?: Record<string, Schema> }
}

/** The path is a call such as `GET /api/products`. The message describes the break. */
export interface Change {
  path: string
  message: string
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete']
const JSON_TYPE = 'application/json'

export function breakingCalls(before: OpenApi, now: OpenApi): Change[] {
  const changes: Change[] = []
  for (const [route, methods] of Object.entries(before.paths))
    for (const method of METHODS.filter((each) => methods[each])) {
      const path = `${method.toUpperCase()} ${route}`
      const break_ = (message: string) => void changes.push({ path, message })
      const [old, current] = [methods[method]!, now.paths[route]?.[method]]
      if (current) new Comparison(before, now, break_).operations(old, current)
      else break_('was removed')
    }
  return changes
}

/** Which side reads a value. A reader must not receive new kinds of values, but a writer may be allowed to send more. */
type Reader = 'client' | 'server'

class Comparison {
  /** Pairs of named schemas that were compared or are being compared. They may be recursive. */
  readonly #compared = new Set<string>()

  constructor(
    readonly before: OpenApi,
    readonly now: OpenApi,
    readonly report: (message: string) => void,
  ) {}

  operations(old: Operation, current: Operation): void {
    const parameterOf = ({ parameters }: Operation, name: string) => parameters?.find((each) => each.name === name)
    for (const { name, required } of current.parameters ?? [])
      if (required && !parameterOf(old, name)?.required) this.report(`parameter \`${name}\` is now required`)
    for (const { name, schema } of old.parameters ?? []) {
      const parameter = parameterOf(current, name)
      if (parameter) this.schemas(schema, parameter.schema, 'server', name)
      else this.report(`parameter \`${name}\` was removed`)
    }
    if (current.requestBody?.required && !old.requestBody?.required) this.report('the body is now required')
    const bodyOf = ({ requestBody }: Operation) => requestBody?.content[JSON_TYPE]?.schema
    this.schemas(bodyOf(old), bodyOf(current), 'server', '')
    for (const [status, { content }] of Object.entries(old.responses)) {
      const answer = current.responses[status]
      if (answer) this.schemas(content?.[JSON_TYPE]?.schema, answer.content?.[JSON_TYPE]?.schema, 'client', status)
      else this.report(`status ${status} was removed`)
    }
  }

  /** `place` is the path of a field, such as `200.products[].title`. It is empty for a request's body. */
  schemas(old: Schema | undefined, current: Schema | undefined, reader: Reader, place: string): void {
    const subject = place === '' ? 'the body' : `\`${place}\``
    if (!old && !current) return
    if (!old || !current) return this.report(`${subject} ${current ? 'now has a schema' : 'no longer has a schema'}`)
    const pair = `${reader} ${old.$ref} ${current.$ref}`
    if (old.$ref && current.$ref && this.#compared.has(pair)) return
    this.#compared.add(pair)
    const [a, b] = [resolve(this.before, old), resolve(this.now, current)]
    const [read, written] = reader === 'client' ? [a, b] : [b, a]
    const unread = typesOf(written).filter((type) => !typesOf(read).includes(type))
    for (const type of unread)
      if (reader === 'server') this.report(`${subject} no longer accepts ${type}`)
      else this.report(type === 'null' ? `${subject} is now nullable` : `${subject} may now be ${type}`)
    if (reader === 'server' && b.enum && !a.enum?.every((each) => b.enum!.includes(each)))
      this.report(`${subject} accepts fewer values`)
    if (JSON.stringify(a.anyOf?.length) !== JSON.stringify(b.anyOf?.length))
      this.report(`${subject} has other alternatives`)
    a.anyOf?.forEach((each, i) => b.anyOf?.[i] && this.schemas(each, b.anyOf[i], reader, place))
    const fieldOf = (name: string) => (place === '' ? name : `${place}.${name}`)
    const unsure = (read.required ?? []).filter((name) => !written.required?.includes(name))
    for (const name of unsure)
      this.report(`\`${fieldOf(name)}\` is now ${reader === 'client' ? 'optional' : 'required'}`)
    for (const [name, property] of Object.entries(a.properties ?? {})) {
      const other = b.properties?.[name]
      if (other) this.schemas(property, other, reader, fieldOf(name))
      else this.report(`\`${fieldOf(name)}\` was removed`)
    }
    if (a.items || b.items) this.schemas(a.items, b.items, reader, `${place}[]`)
  }
}

const typesOf = ({ type }: Schema): string[] =>
  [type ?? []].flat().flatMap((each) => (each === 'number' ? ['number', 'integer'] : [each]))

function resolve({ components }: OpenApi, schema: Schema): Schema {
  const name = schema.$ref?.split('/').at(-1)
  return name === undefined ? schema : resolve({ components } as OpenApi, components!.schemas![name]!)
}
