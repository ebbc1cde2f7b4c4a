/** The web server: its address, proxies and connections, and the addresses of other sites. */
import { z } from 'zod'
import { hostName, isOrigin, limit, origins, trustedProxies, whole } from './kinds'

export const webVariables = z.object({
  HOST: hostName.default('localhost'),
  PORT: whole(0, 65535).default(3000),
  TRUST_PROXY: trustedProxies.default(false),
  PUBLIC_ORIGIN: z
    .string()
    .refine(isOrigin, 'must be an origin such as https://shop.example, without a path')
    .transform((text) => new URL(text).origin)
    .optional(),
  CORS_ORIGINS: origins.default(['*']),
  REQUEST_TIMEOUT_SECONDS: limit(3600).default(30),
  HEADERS_TIMEOUT_SECONDS: limit(3600).default(15),
  SEND_TIMEOUT_SECONDS: limit(3600).default(30),
  MAX_CONNECTIONS: whole(0, 1_000_000).default(10_000),
  MAX_CONNECTIONS_PER_ADDRESS: whole(0, 1_000_000).default(1_000),
  API_DELAY_MS: whole(0, 60_000).default(0),
})

export type WebValues = z.infer<typeof webVariables>

export function webSettings(values: WebValues) {
  return {
    host: values.HOST,
    port: values.PORT,
    /** The proxies whose X-Forwarded-For and X-Forwarded-Proto are trusted, or false for none. */
    trustProxy: values.TRUST_PROXY,
    /** The shop's public origin, such as https://shop.example. If null, the address of each request is used. */
    publicOrigin: values.PUBLIC_ORIGIN ?? null,
    /** The sites whose pages may call the APIs. '*' allows all sites. */
    corsOrigins: values.CORS_ORIGINS,
    /** 0 means no limit. */
    connections: {
      requestMs: values.REQUEST_TIMEOUT_SECONDS * 1000,
      headersMs: headersSeconds(values) * 1000,
      sendMs: values.SEND_TIMEOUT_SECONDS * 1000,
      most: values.MAX_CONNECTIONS,
      mostPerAddress: values.MAX_CONNECTIONS_PER_ADDRESS,
    },
    apiDelayMs: values.API_DELAY_MS,
  }
}

/** At most the time limit for the whole request, because Node rejects other combinations. */
function headersSeconds({ REQUEST_TIMEOUT_SECONDS: request, HEADERS_TIMEOUT_SECONDS: headers }: WebValues): number {
  return request > 0 ? Math.min(request, headers) : headers
}
