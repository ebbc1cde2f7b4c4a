/**
 * Downloads a small file from a public https server that a stranger's file names. The connection goes only to an address that was checked
 * in its own lookup, so a name that changes its address in between gains nothing. Redirects are followed only to confirmed hosts.
 */
import { lookup } from 'node:dns/promises'
import { request } from 'node:https'
import { BlockList, isIP, type LookupFunction } from 'node:net'

/** The reason completes a sentence that begins with the URL. */
export class DownloadFailed extends Error {
  override name = 'DownloadFailed'
}

/** How to reach servers. Only tests pass another than the internet. */
export interface Network {
  resolve: (host: string) => Promise<string[]>
  mayConnect: (address: string) => boolean
  port: number
  /** Certificates to trust instead of the system's. */
  ca?: string | Buffer
}

export const INTERNET: Network = {
  resolve: async (host) => (await lookup(host, { all: true })).map(({ address }) => address),
  mayConnect: isPublicAddress,
  port: 443,
}

interface Asked {
  /** The names of the hosts that the operator confirmed. */
  hosts: ReadonlySet<string>
  maxBytes: number
  /** The time limit, including redirects. */
  ms: number
  signal: AbortSignal
  network?: Network
}

const MAX_REDIRECTS = 3

/** Throws DownloadFailed, or the signal's reason. */
export async function download(url: string, { ms, network = INTERNET, ...asked }: Asked): Promise<Buffer> {
  const end = performance.now() + ms
  let at = url
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
    const from = checkUrl(at)
    if (!asked.hosts.has(from.hostname)) throw new DownloadFailed(`leads to ${from.hostname}, which was not confirmed`)
    const answer = await get(from, { ...asked, ms: Math.max(1, end - performance.now()), total: ms, network })
    if ('body' in answer) return answer.body
    at = answer.location
  }
  throw new DownloadFailed(`redirects more than ${MAX_REDIRECTS} times`)
}

/** Null for a URL that cannot be downloaded: of another protocol, or with a port, a password or an address instead of a name. */
export function downloadableUrl(text: string): URL | null {
  if (!URL.canParse(text)) return null
  const url = new URL(text)
  const { protocol, port, username, password, hostname } = url
  const isName = isIP(hostname) === 0 && !hostname.startsWith('[') && hostname.includes('.')
  return protocol === 'https:' && port === '' && username === '' && password === '' && isName ? url : null
}

function checkUrl(text: string): URL {
  const url = downloadableUrl(text)
  if (!url) throw new DownloadFailed('leads to an address that is not https with the name of a host')
  return url
}

type Answer = { body: Buffer } | { location: string }

type Get = Omit<Required<Asked>, 'hosts'> & { total: number }

function get(url: URL, { maxBytes, ms, total, signal, network }: Get): Promise<Answer> {
  signal.throwIfAborted()
  return new Promise((resolve, reject) => {
    const sent = request({
      hostname: url.hostname,
      path: url.pathname + url.search,
      port: network.port,
      lookup: checkedLookup(network),
      // Each download has its own connection, whose address its own lookup checks.
      agent: false,
      headers: { accept: 'image/*', 'accept-encoding': 'identity', 'user-agent': 'cerashop-import' },
      ...(network.ca !== undefined && { ca: network.ca }),
    })
    const fail = (error: unknown) => {
      stop()
      sent.destroy()
      reject(error instanceof Error ? error : new Error(String(error)))
    }
    const onAbort = () => fail(signal.reason)
    const timer = setTimeout(() => fail(new DownloadFailed(`took longer than ${total / 1000} s`)), ms)
    const stop = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', onAbort)
    }
    const done = (answer: Answer) => {
      stop()
      sent.destroy()
      resolve(answer)
    }
    const tooLarge = () => fail(new DownloadFailed(`is larger than ${maxBytes / 1_000_000} MB`))
    signal.addEventListener('abort', onAbort, { once: true })
    sent.on('error', (error: NodeJS.ErrnoException) => fail(failureOf(error)))
    sent.on('response', (response) => {
      const { statusCode = 0, headers } = response
      if (statusCode >= 300 && statusCode < 400 && headers.location !== undefined)
        return URL.canParse(headers.location, url.href)
          ? done({ location: new URL(headers.location, url).href })
          : fail(new DownloadFailed('redirects to an invalid URL'))
      if (statusCode !== 200) return fail(new DownloadFailed(`was answered with ${statusCode}`))
      if (Number(headers['content-length'] ?? 0) > maxBytes) return tooLarge()
      const chunks: Buffer[] = []
      let bytes = 0
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length
        if (bytes > maxBytes) tooLarge()
        else chunks.push(chunk)
      })
      response.on('end', () => done({ body: Buffer.concat(chunks) }))
      response.on('error', (error: NodeJS.ErrnoException) => fail(failureOf(error)))
    })
    sent.end()
  })
}

const failureOf = (error: NodeJS.ErrnoException): DownloadFailed =>
  error instanceof DownloadFailed ? error : new DownloadFailed(`cannot be downloaded (${error.code ?? error.name})`)

/** Refuses a name if any of its addresses is not public. */
const checkedLookup =
  ({ resolve, mayConnect }: Network): LookupFunction =>
  (host, options, callback) => {
    resolve(host).then(
      (addresses) => {
        const refused = addresses.find((address) => !mayConnect(address))
        if (addresses.length === 0 || refused !== undefined)
          return callback(new DownloadFailed(`leads to ${refused ?? 'no address'}, which is not public`), '')
        const found = addresses.map((address) => ({ address, family: isIP(address) }))
        if (options.all) callback(null, found)
        else callback(null, found[0]!.address, found[0]!.family)
      },
      (error: NodeJS.ErrnoException) => callback(error, ''),
    )
  }

const NOT_PUBLIC_IPV4: [string, number][] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  // Shared by the customers of a provider (CGNAT).
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  // Link-local, with the metadata services of clouds.
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  // Multicast, reserved and broadcast.
  ['224.0.0.0', 3],
]
/** Within the public part of IPv6: protocols such as Teredo, examples, and 6to4, which can contain an IPv4 address. */
const NOT_PUBLIC_IPV6: [string, number][] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
]

const notPublic = new BlockList()
for (const [net, bits] of NOT_PUBLIC_IPV4) notPublic.addSubnet(net, bits, 'ipv4')
for (const [net, bits] of NOT_PUBLIC_IPV6) notPublic.addSubnet(net, bits, 'ipv6')
/** All public IPv6 addresses. Loopback, link-local, private, multicast, mapped IPv4 and NAT64 are outside. */
const publicIpv6 = new BlockList()
publicIpv6.addSubnet('2000::', 3, 'ipv6')

/** False for private, loopback, link-local, shared, multicast, reserved, IPv4-mapped and NAT64 addresses. */
export function isPublicAddress(address: string): boolean {
  const version = isIP(address)
  if (version === 4) return !notPublic.check(address, 'ipv4')
  return (
    version === 6 && !address.includes('%') && publicIpv6.check(address, 'ipv6') && !notPublic.check(address, 'ipv6')
  )
}
