/** Every endpoint of the contract as something to try. */
import type { ClientEndpoint, Endpoint } from '../../../server/shared/contract/endpoint'
import { ENDPOINTS } from '../../../server/shared/contract/endpoints'
import { razorpayPayments, sandboxPayments } from '../../../server/shared/contract/payments'
import type { Draft } from './draft'

export interface Preset {
  /** The method and the path as the contract writes them. */
  id: string
  group: string
  endpoint: Endpoint & Partial<Pick<ClientEndpoint, 'graphql'>>
}

/** The noun that a path is about: what follows /api, or /api/user. */
const nounOf = (path: string): string => /^\/api\/(?:user\/)?([^/]+)/.exec(path)?.[1] ?? 'other'

const presetOf = (endpoint: Preset['endpoint']): Preset => ({
  id: `${endpoint.method} ${endpoint.path}`,
  group: nounOf(endpoint.path),
  endpoint,
})

export const PRESETS: readonly Preset[] = ENDPOINTS.map(presetOf)

/** Which of them a server has depends on its payment provider: its document says so. */
export const PAYMENT_PRESETS: readonly Preset[] = [
  ...Object.values(sandboxPayments),
  ...Object.values(razorpayPayments),
].map(presetOf)

const ALL = [...PRESETS, ...PAYMENT_PRESETS]

export const groupsOf = (presets: readonly Preset[]): { group: string; presets: Preset[] }[] =>
  [...new Set(presets.map(({ group }) => group))].map((group) => ({
    group,
    presets: presets.filter((preset) => preset.group === group),
  }))

export const findPreset = (id: string): Preset | undefined => ALL.find((preset) => preset.id === id)

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

/** What an answer tells that a later path can use: the newest address. */
export function paramsIn(answer: unknown): Params {
  const { address } = (answer ?? {}) as { address?: unknown }
  const id = Array.isArray(address) ? (address.at(-1) as { _id?: unknown } | null)?._id : undefined
  return typeof id === 'string' ? { addressId: id } : {}
}
