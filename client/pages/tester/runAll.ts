/** Every endpoint of the contract against a running server: its status, the shape of its answer, and its auth rule. */
import type { ClientEndpoint as Endpoint } from '../../../server/shared/contract/endpoint'
import { ENDPOINTS } from '../../../server/shared/contract/endpoints'
import { refusal } from '../../../server/shared/contract/schemas'
import { pathOf } from './presets'
import { findMisfit } from './shapes'

export interface Check {
  ok: boolean
  /** What was found. */
  said: string
}

export interface Verdict {
  endpoint: Endpoint
  status: Check
  shape: Check
  auth: Check
  /** Of the call that should succeed. */
  ms: number
}

export const isPass = ({ status, shape, auth }: Verdict): boolean => status.ok && shape.ok && auth.ok

interface CallOptions {
  token?: string | undefined
  body?: unknown
}

/** Makes one call; rejects where there is no answer. */
export type CallShop = (
  method: Endpoint['method'],
  path: string,
  options: CallOptions,
) => Promise<{ status: number; json: unknown; ms: number }>

/** Adding comes before listing, so that a list has something in it to look at; taking away comes last and cleans up. */
const turnOf = ({ method, sample }: Endpoint): number => {
  if (method === 'POST') return sample?.params ? 2 : 0
  return method === 'GET' ? 1 : 3
}

export const RUNNING_ORDER: readonly Endpoint[] = ENDPOINTS.toSorted((one, other) => turnOf(one) - turnOf(other))

const BAD_TOKEN = 'not.a.token'

/** Runs as a new account, so that nobody's own cart is touched. `unique` makes its email and password. */
export async function* runAll(call: CallShop, unique: string): AsyncGenerator<Verdict> {
  const account = { email: `tester-${unique}@shopper.example`, password: `try-out-${unique}` }
  let token: string | undefined
  let addressId: string | undefined

  for (const endpoint of RUNNING_ORDER) {
    const path = pathOf(endpoint.path, { ...endpoint.sample?.params, ...(addressId && { addressId }) })
    const body = isSignIn(endpoint) ? { ...(endpoint.sample?.body as object), ...account } : endpoint.sample?.body
    const auth = endpoint.auth ? await checkRefusals(call, endpoint, path, body) : null
    const options: CallOptions = { body, token: endpoint.auth ? token : undefined }
    const answer = await call(endpoint.method, path, options).catch((cause: Error) => cause)
    if (answer instanceof Error) {
      yield { endpoint, ...noAnswer(answer), ms: 0 }
      continue
    }
    const { status, json, ms } = answer
    token ??= textAt(json, 'encodedToken')
    addressId = textAt(firstOf(json, 'address'), '_id') ?? addressId
    yield {
      endpoint,
      status: checkStatus(endpoint, status),
      shape: checkShape(endpoint, json),
      auth: auth ?? openTo(status),
      ms,
    }
  }
}

const isSignIn = ({ path }: Endpoint): boolean => path.startsWith('/api/auth/')

const checkStatus = (endpoint: Endpoint, status: number): Check => ({
  ok: status === endpoint.status,
  said: status === endpoint.status ? String(status) : `${status}, not ${endpoint.status}`,
})

function checkShape({ response }: Endpoint, json: unknown): Check {
  if (json === undefined) return { ok: false, said: 'The answer is no JSON' }
  const misfit = findMisfit(json, response)
  return { ok: misfit === null, said: misfit ?? Object.keys(response.shape).join(', ') }
}

/** What needs a token refuses a call without one, and one with a bad one, in the contract's words. */
async function checkRefusals(call: CallShop, { method }: Endpoint, path: string, body: unknown): Promise<Check> {
  const tries = [
    { said: 'without a token', token: undefined },
    { said: 'with a bad token', token: BAD_TOKEN },
  ]
  const faults = await Promise.all(
    tries.map(async ({ said, token }) => {
      const answer = await call(method, path, { body, token }).catch((cause: Error) => cause)
      if (answer instanceof Error) return answer.message
      if (answer.status !== 401) return `${answer.status} ${said}, not 401`
      const misfit = findMisfit(answer.json, refusal)
      return misfit && `401 ${said}, but ${misfit}`
    }),
  )
  const fault = faults.find((each) => each !== null)
  return fault ? { ok: false, said: fault } : { ok: true, said: 'token' }
}

/** What is open was called without a token. */
const openTo = (status: number): Check =>
  status === 401 ? { ok: false, said: 'asks for a token' } : { ok: true, said: 'open' }

function noAnswer({ message }: Error): Pick<Verdict, 'status' | 'shape' | 'auth'> {
  const nothing = { ok: false, said: 'none' }
  return { status: { ok: false, said: message }, shape: nothing, auth: nothing }
}

const textAt = (value: unknown, field: string): string | undefined => {
  const text = (value as Record<string, unknown> | null | undefined)?.[field]
  return typeof text === 'string' ? text : undefined
}

const firstOf = (value: unknown, field: string): unknown => {
  const list = (value as Record<string, unknown> | null | undefined)?.[field]
  return Array.isArray(list) ? list[0] : undefined
}
