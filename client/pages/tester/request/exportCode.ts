/** Exports a request as a curl command and as a `fetch` call. */
import type { Call } from '../draft'

/** Inside single quotes, only the single quote is special to a POSIX shell. */
const shellQuoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

export function toCurl({ method, url, headers, body }: Call): string {
  // Without --globoff, curl reads brackets and braces in a URL as a pattern.
  const parts = [`curl${/[[\]{}]/.test(url) ? ' --globoff' : ''}${method === 'GET' ? '' : ` -X ${method}`}`]
  parts[0] += ` ${shellQuoted(url)}`
  // A semicolon sends a header without a value, whereas a colon would remove the header.
  for (const [name, value] of headers) parts.push(`-H ${shellQuoted(value === '' ? `${name};` : `${name}: ${value}`)}`)
  if (body !== undefined) parts.push(`--data-raw ${shellQuoted(body)}`)
  return parts.join(' \\\n  ')
}

export function toFetch({ method, url, headers, body }: Call): string {
  const options = [
    ...(method === 'GET' ? [] : [`method: ${JSON.stringify(method)}`]),
    `headers: ${JSON.stringify(Object.fromEntries(headers), null, 2).replaceAll('\n', '\n  ')}`,
    ...(body === undefined ? [] : [`body: ${JSON.stringify(body)}`]),
  ]
  return `const response = await fetch(${JSON.stringify(url)}, {\n  ${options.join(',\n  ')},\n})\nconsole.log(response.status, await response.text())\n`
}
