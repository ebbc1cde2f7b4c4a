/** Every endpoint of the contract as something to try, over REST and over GraphQL. */
import { parse, print } from 'graphql'
import type { ClientEndpoint } from '../../../server/shared/contract/endpoint'
import { ENDPOINTS } from '../../../server/shared/contract/endpoints'
import type { Draft } from './draft'

export interface Preset {
  /** The method and the path as the contract writes them. */
  id: string
  group: string
  endpoint: ClientEndpoint
}

/** The noun that a path is about: what follows /api, or /api/user. */
const nounOf = (path: string): string => /^\/api\/(?:user\/)?([^/]+)/.exec(path)?.[1] ?? 'other'

export const PRESETS: readonly Preset[] = ENDPOINTS.map((endpoint) => ({
  id: `${endpoint.method} ${endpoint.path}`,
  group: nounOf(endpoint.path),
  endpoint,
}))

export const PRESET_GROUPS = [...new Set(PRESETS.map(({ group }) => group))].map((group) => ({
  group,
  presets: PRESETS.filter((preset) => preset.group === group),
}))

export const findPreset = (id: string): Preset | undefined => PRESETS.find((preset) => preset.id === id)

/** Values of path parameters. */
export type Params = Record<string, string>

/** A path with its parameters filled in, as far as they are known. */
export const pathOf = (path: string, params: Params = {}): string =>
  path.replace(/:(\w+)/g, (parameter, name: string) => {
    const value = params[name]
    return value === undefined ? parameter : encodeURIComponent(value)
  })

/** Headers are left as they are, so that a token stays. What is known wins over the contract's samples. */
export const draftOfPreset = ({ endpoint }: Preset, { headers }: Draft, known: Params = {}): Draft => ({
  method: endpoint.method,
  endpoint: pathOf(endpoint.path, { ...endpoint.sample?.params, ...known }),
  headers,
  body: JSON.stringify(endpoint.sample?.body ?? {}, null, 2),
})

/** The GraphQL twin, laid out to be read. */
export function twinOf({ endpoint }: Preset, known: Params = {}): string {
  const query = Object.entries(endpoint.sample?.params ?? {}).reduce(
    (text, [name, sample]) => text.replaceAll(JSON.stringify(sample), JSON.stringify(known[name] ?? sample)),
    endpoint.graphql,
  )
  return print(parse(query))
}

export const draftOfTwin = (preset: Preset, { headers }: Draft, known: Params = {}): Draft => ({
  method: 'POST',
  endpoint: '/graphql',
  headers,
  body: JSON.stringify({ query: twinOf(preset, known) }, null, 2),
})

/** What an answer tells that a later path can use: the newest address. */
export function paramsIn(answer: unknown): Params {
  const { address } = (answer ?? {}) as { address?: unknown }
  const id = Array.isArray(address) ? (address.at(-1) as { _id?: unknown } | null)?._id : undefined
  return typeof id === 'string' ? { addressId: id } : {}
}
