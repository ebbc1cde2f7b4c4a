/** Network addresses as the shop counts by them. */
import { createHmac } from 'node:crypto'
import ipaddr from 'ipaddr.js'

/** The caller's network: an IPv4 address, or the first 64 bits of an IPv6 one, all of which are one subscriber's. */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address)
  if (parsed.kind() === 'ipv4') return parsed.toString()
  return `${Buffer.from(parsed.toByteArray().slice(0, 8)).toString('hex')}/64`
}

/** What is stored of a network: enough to tell two apart, and without the server's secret not enough to find one. */
export const networkHasher =
  (secret: string) =>
  (address: string): string =>
    createHmac('sha256', secret)
      .update(`cerashop network ${networkOf(address)}`)
      .digest('base64url')
