/** Maps client addresses to networks. The shop counts attempts and orders per network. */
import { createHmac } from 'node:crypto'
import ipaddr from 'ipaddr.js'
import { withoutPort } from '../shared/hostAddress'
import { NETWORK_WIDTHS } from './rules'

/** All clients with an unreadable address share one network and its limits. */
const UNREADABLE = 'unreadable'

/** A network that an address belongs to. */
export interface Network {
  key: string
  /** How many times the limit of a single subscriber applies to this network. */
  times: number
}

/** The address's networks, the narrowest first. */
export function networksOf(address: string): [Network, ...Network[]] {
  const host = withoutPort(address)
  if (!ipaddr.isValid(host)) return [{ key: UNREADABLE, times: 1 }]
  const parsed = ipaddr.process(host)
  const bytes = Buffer.from(parsed.toByteArray())
  const isIpv4 = parsed.kind() === 'ipv4'
  const widths = NETWORK_WIDTHS[isIpv4 ? 'ipv4' : 'ipv6']
  const networks = widths.map(({ bits, times }) => {
    const prefix = bytes.subarray(0, bits / 8)
    const text = isIpv4 ? prefix.join('.') : prefix.toString('hex')
    // An IPv4 address has no suffix, so that hashes in the database stay valid.
    return { key: bits === 32 ? text : `${text}/${bits}`, times }
  })
  return networks as [Network, ...Network[]]
}

/** The client's narrowest network: an IPv4 address, or the first 64 bits of an IPv6 address, which belong to one subscriber. */
export const networkOf = (address: string): string => networksOf(address)[0].key

/** A network as the database stores it. The hash distinguishes networks, but does not reveal them without the server's secret. */
export interface HashedNetwork {
  hash: string
  /** As in Network. */
  times: number
}

/** Returns the hashes of the address's networks, the narrowest first. */
export const networkHasher =
  (secret: string) =>
  (address: string): [HashedNetwork, ...HashedNetwork[]] => {
    const hashed = networksOf(address).map(({ key, times }) => ({
      hash: createHmac('sha256', secret).update(`cerashop network ${key}`).digest('base64url'),
      times,
    }))
    return hashed as [HashedNetwork, ...HashedNetwork[]]
  }
