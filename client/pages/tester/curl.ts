/** A line of curl as a request. What this tester could not send the same way is refused by its name. */
import { METHODS, newHeaderRow, type Draft, type HeaderRow, type Method } from './draft'
import { shellWords } from './shellWords'

/** Options of curl's own affairs: how it shows, follows, retries. The second kind takes a word along. */
const IGNORED = new Set(
  '-s --silent -S --show-error -L --location -i --include -v --verbose -f --fail --fail-with-body -g --globoff --compressed -N --no-buffer -#'.split(
    ' ',
  ),
)
const IGNORED_WITH_WORD = new Set(
  '-o --output -w --write-out -m --max-time --connect-timeout --retry --retry-delay -A --user-agent -e --referer'.split(
    ' ',
  ),
)
const DATA = new Set(['-d', '--data', '--data-raw', '--data-ascii', '--data-binary'])

class Refusal extends Error {}

/** `origin` is this shop's own, whose addresses are shortened to their path. */
export function draftOfCurl(line: string, origin: string): Draft | { fault: string } {
  try {
    return readCurl(shellWords(line), origin)
  } catch (cause) {
    return { fault: (cause as Error).message }
  }
}

function readCurl([program, ...words]: string[], origin: string): Draft {
  if (program !== 'curl') throw new Refusal('This is no line of curl: it has to begin with curl.')
  let method: string | undefined
  let address: string | undefined
  const headers: HeaderRow[] = []
  const data: string[] = []
  let isJson = false

  const left = [...words]
  const next = (option: string): string => {
    const word = left.shift()
    if (word === undefined) throw new Refusal(`${option} is the last word: what belongs to it is missing.`)
    return word
  }
  while (left.length > 0) {
    const [option, ...rest] = apart(left.shift()!)
    left.unshift(...rest)
    if (option === '-X' || option === '--request') method = next(option).toUpperCase()
    else if (option === '-H' || option === '--header') headers.push(headerOf(next(option)))
    else if (option === '--url') address = next(option)
    else if (DATA.has(option) || option === '--json') {
      isJson ||= option === '--json'
      const text = next(option)
      if (text.startsWith('@') && option !== '--data-raw')
        throw new Refusal(`${option} ${text} names a file, which this page cannot read.`)
      data.push(text)
    } else if (IGNORED_WITH_WORD.has(option)) next(option)
    else if (option.startsWith('-') && !IGNORED.has(option)) throw new Refusal(`${option} cannot be imported.`)
    else if (!option.startsWith('-')) address = addressOf(option, address)
  }

  if (address === undefined) throw new Refusal('The line names no address.')
  const body = data.length === 0 ? null : data.join(isJson ? '' : '&')
  const sent = method ?? (body === null ? 'GET' : 'POST')
  if (!METHODS.includes(sent as Method))
    throw new Refusal(`${sent} is no method of this tester: it has ${METHODS.join(', ')}.`)
  if (sent === 'GET' && body !== null) throw new Refusal('A GET has no body here.')
  // What curl says of data that nothing is said of.
  if (body !== null && !isJson && !headers.some(({ name }) => name.toLowerCase() === 'content-type'))
    headers.push(newHeaderRow({ name: 'content-type', value: 'application/x-www-form-urlencoded' }))
  return {
    method: sent as Method,
    endpoint: endpointOf(address, origin),
    headers: headers.length > 0 ? headers : [newHeaderRow()],
    body: body ?? (sent === 'GET' ? '{}' : ''),
  }
}

/** `-sS` as two options, `-XPOST` and `--request=POST` as an option and its word. */
function apart(word: string): [string, ...string[]] {
  const [, long, rest] = /^(--[a-z-]+)=(.*)$/s.exec(word) ?? []
  if (long !== undefined) return [long, rest!]
  if (!/^-[^-]./s.test(word)) return [word]
  const first = word.slice(0, 2)
  return IGNORED.has(first) ? [first, ...apart(`-${word.slice(2)}`)] : [first, word.slice(2)]
}

/** `Name: value`, or `Name;` for a header without a value. */
function headerOf(text: string): HeaderRow {
  const [, name, mark, value] = /^([^:;]+)([:;])(.*)$/s.exec(text) ?? []
  if (name === undefined || (mark === ';' && value !== '')) throw new Refusal(`-H ${text} is no header.`)
  return newHeaderRow({ name: name.trim(), value: value!.trim() })
}

function addressOf(word: string, before: string | undefined): string {
  if (before !== undefined) throw new Refusal(`The line names two addresses: ${before} and ${word}.`)
  return word
}

function endpointOf(address: string, origin: string): string {
  // As curl does, http stands where no scheme is named.
  const full = /^\w+:\/\//.test(address) || address.startsWith('/') ? address : `http://${address}`
  if (!URL.canParse(full, origin)) throw new Refusal(`${address} is no address.`)
  return full.startsWith(`${origin}/`) ? full.slice(origin.length) : full
}
