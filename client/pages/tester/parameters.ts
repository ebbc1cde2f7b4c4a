/** An endpoint's path and query parameters as fields: read from its text, and written back into it. */

/** Any number of one name. */
export type QueryRow = [name: string, value: string]

const split = (endpoint: string): { path: string; query: string } => {
  const at = endpoint.indexOf('?')
  return at < 0 ? { path: endpoint, query: '' } : { path: endpoint.slice(0, at), query: endpoint.slice(at + 1) }
}

const decode = (segment: string): string => {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

/** By name, in the order of `template`, such as `/api/products/:productId`; none where the endpoint is of another form. */
export function pathFields(template: string, endpoint: string): Record<string, string> {
  const wanted = template.split('/')
  const found = split(endpoint.trim()).path.split('/')
  const fits = wanted.length === found.length && wanted.every((part, at) => part.startsWith(':') || part === found[at])
  if (!fits) return {}
  return Object.fromEntries(
    wanted.flatMap((part, at) =>
      // A parameter that nobody has filled in stands there by its name.
      part.startsWith(':') ? [[part.slice(1), found[at] === part ? '' : decode(found[at]!)]] : [],
    ),
  )
}

/** The endpoint with other values; what is empty stands there by its name. */
export function withPathFields(template: string, endpoint: string, values: Record<string, string>): string {
  const { query } = split(endpoint)
  const path = template.replace(
    /:(\w+)/g,
    (parameter, name: string) => encodeURIComponent(values[name] ?? '') || parameter,
  )
  return query === '' ? path : `${path}?${query}`
}

export const queryRows = (endpoint: string): QueryRow[] => [...new URLSearchParams(split(endpoint).query)]

export function withQueryRows(endpoint: string, rows: QueryRow[]): string {
  const { path } = split(endpoint)
  return rows.length === 0 ? path : `${path}?${new URLSearchParams(rows).toString()}`
}
