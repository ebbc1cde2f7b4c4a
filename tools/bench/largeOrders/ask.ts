/** Sends one GraphQL request and measures how long it takes. An error response aborts the measurement. */
export interface Question {
  query: string
  variables?: object
  token: string
}

export interface Answer<Data> {
  data: Data
  /** Milliseconds from the request's start to the end of the response. */
  ms: number
}

export async function ask<Data>(origin: string, { query, variables, token }: Question): Promise<Answer<Data>> {
  const started = performance.now()
  const response = await fetch(`${origin}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: token },
    body: JSON.stringify({ query, variables }),
  })
  const text = await response.text()
  const ms = performance.now() - started
  if (/"errors":|"userErrors":\[\{/.test(text)) throw new Error(`${query}: ${text}`)
  return { data: (JSON.parse(text) as { data: Data }).data, ms }
}
