/** The contract's endpoints as sample requests. */
import type { ClientEndpoint, Endpoint } from '../../../server/shared/contract/endpoint'
import { clientEndpoints } from '../../../server/shared/contract/endpoints'
import { razorpayPayments, sandboxPayments } from '../../../server/shared/contract/payments'
import type { Draft } from './draft'

type PresetEndpoint = Endpoint & Partial<Pick<ClientEndpoint, 'graphql'>>

export interface Preset {
  /** The method and the path as written in the contract. */
  id: string
  endpoint: PresetEndpoint
  /** The endpoint's URL in the REST reference. */
  reference: string
}

const presetsOf = (endpoints: Record<string, PresetEndpoint>): Preset[] =>
  Object.entries(endpoints).map(([operationId, endpoint]) => ({
    id: `${endpoint.method} ${endpoint.path}`,
    endpoint,
    reference: `/api/docs#/${endpoint.tag}/${operationId}`,
  }))

export const PRESETS: readonly Preset[] = presetsOf(clientEndpoints)

/** Which of these endpoints exist depends on the server's payment provider. */
export const PAYMENT_PRESETS: readonly Preset[] = presetsOf({ ...sandboxPayments, ...razorpayPayments })

export const groupsOf = (presets: readonly Preset[]): { group: string; presets: Preset[] }[] =>
  [...new Set(presets.map(({ endpoint }) => endpoint.tag))].map((group) => ({
    group,
    presets: presets.filter(({ endpoint }) => endpoint.tag === group),
  }))

export const findPreset = (id: string): Preset | undefined =>
  [...PRESETS, ...PAYMENT_PRESETS].find((preset) => preset.id === id)

/** Values of path parameters. */
export type Params = Record<string, string>

/** Fills in the known parameters of a path. */
export const pathOf = (path: string, params: Params = {}): string =>
  path.replace(/:(\w+)/g, (parameter, name: string) => {
    const value = params[name]
    return value === undefined ? parameter : encodeURIComponent(value)
  })

/** Keeps the headers, including a token. Known values replace the contract's samples. */
export const draftOfPreset = ({ endpoint }: Preset, { headers }: Draft, known: Params = {}): Draft => ({
  method: endpoint.method,
  endpoint: pathOf(endpoint.path, { ...endpoint.sample?.params, ...known }),
  headers,
  body: JSON.stringify(endpoint.sample?.body ?? {}, null, 2),
})

/** The path parameters that a response provides for later presets: the id of the newest address. */
export function paramsIn(answer: unknown): Params {
  const { address } = (answer ?? {}) as { address?: unknown }
  const id = Array.isArray(address) ? (address.at(-1) as { _id?: unknown } | null)?._id : undefined
  return typeof id === 'string' ? { addressId: id } : {}
}
