/** The web server: its address and proxies, and the addresses of other sites. */
import { z } from 'zod'
import { hostName, isOrigin, origins, trustedProxies, whole } from './kinds'

export const variables = z.object({
  HOST: hostName.default('localhost'),
  PORT: whole(0, 65535).default(3000),
  TRUST_PROXY: trustedProxies.default(false),
  PUBLIC_ORIGIN: z
    .string()
    .refine(isOrigin, 'must be an origin such as https://shop.example, without a path')
    .transform((text) => new URL(text).origin)
    .optional(),
  CORS_ORIGINS: origins.default(['*']),
  API_DELAY_MS: whole(0, 60_000).default(0),
})

export type WebValues = z.infer<typeof variables>

export function settings(values: WebValues) {
  return {
    host: values.HOST,
    port: values.PORT,
    /** The proxies whose X-Forwarded-For and X-Forwarded-Proto are trusted, or false for none. */
    trustProxy: values.TRUST_PROXY,
    /** The shop's public origin, such as https://shop.example. If null, the address of each request is used. */
    publicOrigin: values.PUBLIC_ORIGIN ?? null,
    /** The sites whose pages may call the APIs. '*' allows all sites. */
    corsOrigins: values.CORS_ORIGINS,
    apiDelayMs: values.API_DELAY_MS,
  }
}
