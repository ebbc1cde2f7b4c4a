/** Maps client addresses to networks. The shop counts attempts and orders per network. */
import { createHmac } from 'node:crypto'
import ipaddr from 'ipaddr.js'

/** The notation of some load balancers in X-Forwarded-For: `1.1.1.1:80` and `[2001:db8::1]:80`, or `[2001:db8::1]`. */
const WITH_PORT = /^(?:\[([^\]]+)\]|([\d.]+))(?::\d+)?$/
/** All clients with an unreadable address share one network and its limits. */
const UNREADABLE = 'unreadable'

/** The address without a port. */
export function withoutPort(address: string): string {
  const [, ipv6, ipv4] = WITH_PORT.exec(address) ?? []
  return ipv6 ?? ipv4 ?? address
}

/** The client's network: an IPv4 address, or the first 64 bits of an IPv6 address, which belong to one subscriber. */
export function networkOf(address: string): string {
  const host = withoutPort(address)
  if (!ipaddr.isValid(host)) return UNREADABLE
  const parsed = ipaddr.process(host)
  if (parsed.kind() === 'ipv4') return parsed.toString()
  return `${Buffer.from(parsed.toByteArray().slice(0, 8)).toString('hex')}/64`
}

/** The stored hash of a network. It distinguishes networks, but does not reveal them without the server's secret. */
export const networkHasher =
  (secret: string) =>
  (address: string): string =>
    createHmac('sha256', secret)
      .update(`cerashop network ${networkOf(address)}`)
      .digest('base64url')
