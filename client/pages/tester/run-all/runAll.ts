/** Sends a request to every endpoint of the contract. Checks the status, the shape of the response, and that bad tokens are rejected. */
import type { ClientEndpoint as Endpoint } from '../../../../server/shared/contract/endpoint'
import { ENDPOINTS } from '../../../../server/shared/contract/endpoints'
import { refusal } from '../../../../server/shared/contract/schemas'
import { paramsIn, pathOf, type Params } from '../presets'
import { findMisfit } from './shapes'

export interface Verdict {
  endpoint: Endpoint
  /** Empty if the request passes. */
  errors: string[]
  /** The duration of the request that should succeed. */
  ms: number
}

interface CallOptions {
  token?: string | undefined
  body?: unknown
}

/** Rejects if there is no response. */
export type CallShop = (
  method: Endpoint['method'],
  path: string,
  options: CallOptions,
) => Promise<{ status: number; json: unknown; ms: number }>

/** Requests that add data come before those that list it, and requests that remove data come last. */
const turnOf = ({ method, sample }: Endpoint): number => {
  if (method === 'POST') return sample?.params ? 2 : 0
  return method === 'GET' ? 1 : 3
}

export const RUNNING_ORDER: readonly Endpoint[] = ENDPOINTS.toSorted((one, other) => turnOf(one) - turnOf(other))

/** Uses a new account. `unique` becomes part of its email and password. */
export async function* runAll(call: CallShop, unique: string): AsyncGenerator<Verdict> {
  const account = { email: `tester-${unique}@shopper.example`, password: `try-out-${unique}` }
  let token: string | undefined
  let known: Params = {}

  for (const endpoint of RUNNING_ORDER) {
    const { method, auth, sample } = endpoint
    const path = pathOf(endpoint.path, { ...sample?.params, ...known })
    const body = endpoint.path.startsWith('/api/auth/') ? { ...(sample?.body as object), ...account } : sample?.body
    const tokenErrors = auth ? await findTokenErrors(call, endpoint, path, body) : []
    try {
      const { status, json, ms } = await call(method, path, { body, token: auth ? token : undefined })
      const { encodedToken } = (json ?? {}) as { encodedToken?: unknown }
      if (typeof encodedToken === 'string') token ??= encodedToken
      known = { ...known, ...paramsIn(json) }
      yield { endpoint, errors: [...errorsOf(endpoint, status, json), ...tokenErrors], ms }
    } catch (cause) {
      yield { endpoint, errors: [(cause as Error).message], ms: 0 }
    }
  }
}

function errorsOf({ status: expected, response, auth }: Endpoint, status: number, json: unknown): string[] {
  const misfit = json === undefined ? 'The response is not JSON' : findMisfit(json, response)
  return [
    ...(status === expected ? [] : [`${status}, not ${expected}`]),
    ...(misfit === null ? [] : [misfit]),
    ...(!auth && status === 401 ? ['requires a token'] : []),
  ]
}

/** A personal endpoint must respond with 401 to requests without a token or with a bad one. Returns the first error. */
async function findTokenErrors(call: CallShop, { method }: Endpoint, path: string, body: unknown): Promise<string[]> {
  for (const [name, token] of [['without a token'], ['with a bad token', 'not.a.token']]) {
    const answer = await call(method, path, { body, token }).catch((cause: Error) => cause)
    if (answer instanceof Error) return [answer.message]
    if (answer.status !== 401) return [`${answer.status} ${name}, not 401`]
    const misfit = findMisfit(answer.json, refusal)
    if (misfit !== null) return [`401 ${name}, but ${misfit}`]
  }
  return []
}
