/** GraphiQL with the shop's examples, a button that fills in a token, and the cost of the last operation. */
import { GraphiQL } from 'graphiql'
import { useHeadersEditorState } from '@graphiql/react'
import type { ExecutionResult } from 'graphql'
import { useState, type ComponentProps } from 'react'
import { EXAMPLES } from './examples'
import { storage } from './storage'

type Fetcher = ComponentProps<typeof GraphiQL>['fetcher']

interface Cost {
  requested: number
  maximum: number
}

interface Result extends ExecutionResult {
  extensions?: { cost?: Cost }
}

async function post(operation: object, headers: Record<string, string> = {}): Promise<Result> {
  const response = await fetch('/graphql', {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(operation),
  })
  return (await response.json()) as Result
}

/**
 * Reads an operation from the URL's hash, which is not sent to the server. The format `#query=…&variables=…` matches the tester's links.
 */
function linkedExample() {
  const linked = new URLSearchParams(window.location.hash.slice(1))
  const query = linked.get('query')
  return query === null ? [] : [{ query, variables: linked.get('variables') ?? '' }]
}

const TABS = [...linkedExample(), ...EXAMPLES]
/** A returning visitor sees the previous tabs, unless the link contains an operation. */
const OPENS_FIRST = TABS.length > EXAMPLES.length || storage.getItem('graphiql:tabState') === null

export function Explorer() {
  const [cost, setCost] = useState<Cost | null>(null)
  const fetcher: Fetcher = async (operation, options) => {
    const isIntrospection = operation.operationName === 'IntrospectionQuery'
    const headers = options?.headers
    const result = await post(operation, isIntrospection ? headers : { ...headers, 'x-cost': '1' })
    if (!isIntrospection) setCost(result.extensions?.cost ?? null)
    return result
  }
  return (
    <GraphiQL
      fetcher={fetcher}
      storage={storage}
      defaultTabs={TABS}
      defaultEditorToolsVisibility="variables"
      {...(OPENS_FIRST && { query: TABS[0]!.query, variables: TABS[0]!.variables ?? '' })}
    >
      {/* Omits GraphiQL's logo, because the page has its own links. */}
      <GraphiQL.Logo>{null}</GraphiQL.Logo>
      <GraphiQL.Footer>
        <div className="shop-footer">
          <GuestToken />
          <p role="status">
            {cost
              ? `The last operation cost ${cost.requested.toLocaleString('en-IN')} of ${cost.maximum.toLocaleString('en-IN')} points.`
              : 'Run an operation to see its cost here.'}
          </p>
        </div>
      </GraphiQL.Footer>
    </GraphiQL>
  )
}

const GUEST = '{ shop { guestAccount { email password } } }'
const LOGIN = 'mutation ($input: LoginInput!) { login(input: $input) { token userErrors { message } } }'

/** Puts the guest account's token into the tab's headers, or reports that the shop has no guest account. */
function GuestToken() {
  const [, setHeaders] = useHeadersEditorState()
  const [result, setResult] = useState('')
  const logIn = async () => {
    setResult('')
    const found = (await post({ query: GUEST })).data as { shop: { guestAccount: object | null } } | undefined
    const input = found?.shop.guestAccount
    if (!input) return setResult('This shop has no guest account.')
    const { data, errors } = await post({ query: LOGIN, variables: { input } })
    const { token, userErrors } = (
      data as { login: { token: string | null; userErrors: { message: string }[] } } | null
    )?.login ?? { token: null, userErrors: errors ?? [] }
    if (token === null) return setResult(userErrors[0]?.message ?? 'Login failed.')
    setHeaders(JSON.stringify({ authorization: token }, null, 2))
    setResult('The headers of this tab contain the guest account’s token.')
  }
  return (
    <>
      <button
        type="button"
        className="graphiql-button"
        title="Fills the headers with the guest account’s token"
        onClick={() => void logIn().catch(() => setResult('The shop could not be reached.'))}
      >
        Guest token
      </button>
      <p role="status">{result}</p>
    </>
  )
}
