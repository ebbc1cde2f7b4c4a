/** What the server's own OpenAPI document says of a preset: what its body holds, and what it may answer. */
import { useEffect, useState } from 'react'
import type { Preset } from './presets'

/** As much of a JSON schema as the contract's bodies use. */
interface Schema {
  $ref?: string
  type?: string
  enum?: unknown[]
  anyOf?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  description?: string
}

interface Media {
  'application/json': { schema: Schema; examples?: Record<string, { value: unknown }> }
}

interface Operation {
  operationId: string
  tags: string[]
  parameters?: { in: string; name: string; description?: string }[]
  requestBody?: { content: Media; description?: string }
  responses: Record<string, { description: string; content?: Media }>
}

export interface OpenApiDocument {
  paths: Record<string, Record<string, Operation>>
}

const pathOf = ({ endpoint }: Preset): string => endpoint.path.replace(/:(\w+)/g, '{$1}')

const operationOf = (document: OpenApiDocument, preset: Preset): Operation | undefined =>
  document.paths[pathOf(preset)]?.[preset.endpoint.method.toLowerCase()]

export const isServed = (document: OpenApiDocument, preset: Preset): boolean =>
  operationOf(document, preset) !== undefined

interface Field {
  /** As one would write it in JavaScript: 'product._id'. */
  name: string
  type: string
  isRequired: boolean
  /** Bounds, in words; '' where there are none. */
  rule: string
}

interface Answer {
  status: string
  description: string
  /** What it looks like, as JSON to read; null where there is no body. */
  example: string | null
}

export interface Description {
  /** Where the reference tells of it. */
  link: string
  bodyNote: string
  fields: Field[]
  headers: { name: string; description: string }[]
  answers: Answer[]
}

/** Null where the server has no such operation. */
export function describe(document: OpenApiDocument, preset: Preset): Description | null {
  const operation = operationOf(document, preset)
  if (!operation) return null
  const { operationId, tags, parameters = [], requestBody, responses } = operation
  return {
    link: `/api/docs#/${tags[0]}/${operationId}`,
    bodyNote: requestBody?.description ?? '',
    fields: requestBody ? fieldsOf(requestBody.content['application/json'].schema) : [],
    headers: parameters
      .filter((each) => each.in === 'header')
      .map(({ name, description = '' }) => ({ name, description })),
    answers: Object.entries(responses).map(([status, { description, content }]) => {
      const [first] = Object.values(content?.['application/json'].examples ?? {})
      return { status, description, example: first ? JSON.stringify(first.value, null, 2) : null }
    }),
  }
}

function fieldsOf({ properties = {}, required = [] }: Schema, prefix = ''): Field[] {
  return Object.entries(properties).flatMap(([key, schema]) => {
    const name = prefix + key
    const isRequired = required.includes(key)
    const field = { name, type: typeOf(schema), isRequired, rule: ruleOf(schema) }
    return schema.properties ? [field, ...fieldsOf(schema, `${name}.`)] : [field]
  })
}

function typeOf({ type, enum: values, anyOf, items }: Schema): string {
  if (anyOf) return anyOf.map(typeOf).join(' or ')
  if (values) return values.map((value) => JSON.stringify(value)).join(' or ')
  if (type === 'array') return `list of ${items ? typeOf(items) : 'anything'}`
  return type ?? 'anything'
}

function ruleOf({ minLength, maxLength, minimum, maximum, anyOf }: Schema): string {
  const [bounded] = anyOf?.map(ruleOf).filter(Boolean) ?? []
  if (bounded) return bounded
  const between = (from: number | undefined, to: number | undefined, unit: string): string => {
    if (from === undefined && to === undefined) return ''
    if (to === undefined) return `${from} or more${unit}`
    return from === undefined ? `${to}${unit} at most` : `${from} to ${to}${unit}`
  }
  return between(minimum, maximum, '') || between(minLength, maxLength, ' characters')
}

let loading: Promise<OpenApiDocument> | null = null

async function load(): Promise<OpenApiDocument> {
  const response = await fetch('/api/openapi.json')
  if (!response.ok) throw new Error(`The document could not be had: ${response.status}`)
  return (await response.json()) as OpenApiDocument
}

/** Asked for once. Null until it is there, and where it cannot be had. */
export function useDocument(): OpenApiDocument | null {
  const [document, setDocument] = useState<OpenApiDocument | null>(null)
  useEffect(() => {
    let isGone = false
    loading ??= load()
    loading.then(
      (found) => {
        if (!isGone) setDocument(found)
      },
      (cause: unknown) => {
        loading = null
        console.warn(cause)
      },
    )
    return () => void (isGone = true)
  }, [])
  return document
}
