/** Reads the notations of a client's address. */

/** The notation of some load balancers in X-Forwarded-For: `1.1.1.1:80` and `[2001:db8::1]:80`, or `[2001:db8::1]`. */
const WITH_PORT = /^(?:\[([^\]]+)\]|([\d.]+))(?::\d+)?$/

/** The address without a port. */
export function withoutPort(address: string): string {
  const [, ipv6, ipv4] = WITH_PORT.exec(address) ?? []
  return ipv6 ?? ipv4 ?? address
}
