/** The types of setting values, with their rules and error messages. */
import { isIP } from 'node:net'
import proxyAddr from '@fastify/proxy-addr'
import { z } from 'zod'
import { isCountryCode } from '../shared/delivery/countries'
import { withoutPort } from '../shared/hostAddress'

// By default Zod compiles each schema with `new Function` on first use. The server must not compile code while it serves requests.
z.config({ jitless: true })

/**
 * The environment without empty values. Each area checks it for errors in variables that depend on each other, because it is available even
 * if one of them is invalid.
 */
export type Given = Readonly<Record<string, string | undefined>>

export const flag = z.enum(['0', '1']).transform((value) => value === '1')
/** Rejects spaces, `0x50` and `1e3`, which JavaScript would read as numbers. */
export const plain = z
  .string()
  .regex(/^\d+(\.\d+)?$/, 'must be a plain number')
  .transform(Number)
const within = (minimum: number, maximum: number) => `must be from ${minimum} to ${maximum}`
export const whole = (minimum: number, maximum: number) =>
  plain
    .refine(Number.isInteger, 'must be a whole number')
    .refine((value) => value >= minimum && value <= maximum, within(minimum, maximum))
/** 0 turns the setting off. */
export const limit = (maximum: number) => plain.refine((value) => value <= maximum, within(0, maximum))
export const positive = (maximum: number) =>
  plain.refine((value) => value > 0 && value <= maximum, `must be more than 0, and at most ${maximum}`)

const HOST_NAME = /^(?=.{1,253}$)[a-z0-9_]([a-z0-9_.-]*[a-z0-9_])?$/i
export const hostName = z
  .string()
  .refine((host) => isIP(host) > 0 || HOST_NAME.test(host), 'must be the name or address of a network interface')

export const LEAST_SECRET = 32
/** The maximum number of secrets: two are valid while one replaces the other. */
const MAX_SECRETS = 2

const urlOf = (text: string): URL | null => (URL.canParse(text) ? new URL(text) : null)
export const isHttp = (text: string): boolean => /^https?:$/.test(urlOf(text)?.protocol ?? '')

/** A scheme and a host, with or without a port, and nothing more. */
export function isOrigin(text: string): boolean {
  const url = urlOf(text)
  return isHttp(text) && url!.href === `${url!.origin}/`
}

/** Returns true if the driver can read the URL, which must have a host, and valid percent-encoding in the user name and password. */
export function isPostgres(text: string): boolean {
  const url = urlOf(text)
  if (!url || !/^postgres(ql)?:$/.test(url.protocol)) return false
  try {
    decodeURIComponent(url.username + url.password + url.pathname)
  } catch {
    return false
  }
  return url.hostname !== '' || url.searchParams.has('host')
}

/** A bucket in an S3-compatible store: host, key, secret, and only the bucket's name as the path. */
export function isBucket(text: string): boolean {
  const url = urlOf(text)
  if (!url || !isHttp(text) || !url.username || !url.password || url.hash !== '') return false
  if (!/^\/[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]\/?$/.test(url.pathname)) return false
  try {
    decodeURIComponent(url.username + url.password)
  } catch {
    return false
  }
  return [...url.searchParams.keys()].every((name) => name === 'region')
}

/** A host with an optional port, and optionally a user with a password. `smtps:` uses TLS from the start, `smtp:` uses STARTTLS. */
export function isSmtp(text: string): boolean {
  const url = urlOf(text)
  if (!url || !/^smtps?:$/.test(url.protocol) || url.hostname === '') return false
  if (!['', '/'].includes(url.pathname) || url.search !== '' || url.hash !== '') return false
  if (Boolean(url.username) !== Boolean(url.password)) return false
  try {
    decodeURIComponent(url.username + url.password)
  } catch {
    return false
  }
  return true
}

/** An address, or a name and an address in angle brackets, on one line. */
export function isMailAddress(text: string): boolean {
  const address = /^[^<>"\r\n]{1,100} <([^<>\s]+)>$/.exec(text)?.[1] ?? text
  return z.email().safeParse(address).success
}

export const isLoopback = (hostname: string): boolean => /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname)

/** Without a user name and a password, because `fetch` rejects URLs that contain them. */
export function isWebhookAddress(text: string): boolean {
  const { username, password } = urlOf(text) ?? {}
  return isHttp(text) && username === '' && password === ''
}

/** In the format of Standard Webhooks: 24 to 64 bytes. */
function isWebhookSecret(text: string): boolean {
  const [, key = ''] = /^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(text) ?? []
  const bytes = Buffer.from(key, 'base64')
  return bytes.toString('base64') === key && bytes.length >= 24 && bytes.length <= 64
}

/** Separated by blanks. */
export const webhookSecrets = z
  .string()
  .transform((text) => text.split(/\s+/).filter(Boolean))
  .refine(
    (secrets) => secrets.length > 0 && secrets.length <= MAX_SECRETS && secrets.every(isWebhookSecret),
    'must be whsec_ followed by 24 to 64 bytes in base64, or two such secrets separated by a space',
  )

/** True if the text is long enough for signing tokens. */
export function isSecret(text: string): boolean {
  return text.trim().length >= LEAST_SECRET
}

/** Separated by spaces or commas. */
export const webAddresses = z
  .string()
  .transform((text) => text.split(/[\s,]+/).filter(Boolean))
  .refine((links) => links.every(isHttp), 'must be web addresses, such as https://www.instagram.com/cerashop')

/**
 * A number of proxies, or their addresses and networks. Becomes a function that returns whether the nth address before the client's is
 * trusted. Fastify ignores a plain number.
 */
export const trustedProxies = z
  .string()
  .trim()
  .transform((text, context) => {
    const hops = /^\d{1,2}$/.test(text) ? Number(text) : null
    if (hops !== null) return hops === 0 ? (false as const) : (_address: string, hop: number) => hop < hops
    const networks = text.split(',').map((each) => each.trim())
    try {
      // compile() would also accept `1.5` as an address.
      if (networks.every((each) => /^[a-z]+$/.test(each) || isIP(each.split('/')[0]!))) {
        const isListed = proxyAddr.compile(networks)
        return (address: string, hop: number) => isListed(withoutPort(address), hop)
      }
    } catch {
      // compile() throws for an unknown range name or prefix length.
    }
    context.addIssue('must be a number of proxies or a list of addresses and networks')
    return z.NEVER
  })

/** Origins, or `*` for all of them, or `none` for only the shop's own. */
export const origins = z
  .string()
  .transform((text) => (text.trim() === 'none' ? [] : text.split(',').map((each) => each.trim())))
  .pipe(
    z.array(
      z
        .string()
        .refine((each) => each === '*' || isOrigin(each), 'must be *, none, or origins such as https://app.example')
        .transform((each) => (each === '*' ? each : new URL(each).origin)),
    ),
  )

/** Codes of ISO 3166 with two letters. India is always one of them, because the pages ask for a PIN code. */
export const countries = z
  .string()
  .trim()
  .transform((text) => [...new Set(text.split(',').map((each) => each.trim().toUpperCase()))])
  .refine(
    (codes) => codes.includes('IN') && codes.every(isCountryCode),
    'must be country codes of ISO 3166 with IN among them, such as IN,NP, separated by commas',
  )

/** A telephone number of E.164, which may have blanks and hyphens between its digits. Becomes `+` and digits. */
export const phoneNumber = z
  .string()
  .transform((text) => text.replace(/[ -]/g, ''))
  .refine((number) => /^\+[1-9]\d{6,14}$/.test(number), 'must be a number with its country code, such as +919845012345')

/** Prefixes of PIN codes, and ranges of complete PIN codes. */
export const pinCodes = z
  .string()
  .trim()
  .transform((text) => text.split(',').map((each) => each.trim()))
  .refine(
    (entries) => entries.every(isPinCodes),
    'must be PIN codes such as 560, 110001 or 560001-560110, separated by commas',
  )

function isPinCodes(entry: string): boolean {
  if (/^\d{1,6}$/.test(entry)) return true
  const [low, high] = /^(\d{6})-(\d{6})$/.exec(entry)?.slice(1) ?? []
  return low !== undefined && high !== undefined && low <= high
}

/** A GSTIN consists of state, PAN, entity, Z and check digit. */
export const GSTIN = /^\d{2}[A-Z]{5}\d{4}[A-Z][1-9A-Z]Z[0-9A-Z]$/
