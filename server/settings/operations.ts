/** How the server is run: its mode, logs, maintenance, health and metrics, tracing, and the CDN in front of it. */
import { z } from 'zod'
import { hostName, isHeaderToken, isHttp, isWebhookAddress, positive, whole, type Given } from './kinds'

export const operationVariables = z.object({
  NODE_ENV: z.enum(['development', 'test', 'production']).default('development'),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  MAINTENANCE_SECONDS: positive(3600).default(10),
  SHUTDOWN_SECONDS: whole(0, 600).default(10),
  OPS_PORT: whole(0, 65535).optional(),
  OPS_HOST: hostName.default('127.0.0.1'),
  SLOW_QUERY_MS: whole(0, 600_000).default(500),
  OTEL_EXPORTER_OTLP_ENDPOINT: z.string().refine(isHttp, 'must be an address such as http://localhost:4318').optional(),
  CDN_PURGE_URL: z
    .string()
    .refine(isWebhookAddress, 'must be an address such as https://cdn.example/purge, without a user or password')
    .optional(),
  CDN_PURGE_TOKEN: z
    .string()
    .refine(isHeaderToken, 'must contain only visible ASCII characters and no spaces')
    .optional(),
})

export type OperationValues = z.infer<typeof operationVariables>

export function operationFaults({ CDN_PURGE_URL: url, CDN_PURGE_TOKEN: token }: Given): string[] {
  if (url && isWebhookAddress(url) && !token)
    return ['CDN_PURGE_TOKEN: is needed with CDN_PURGE_URL. Set both or neither']
  if (token && isHeaderToken(token) && !url)
    return ['CDN_PURGE_URL: is needed with CDN_PURGE_TOKEN. Set both or neither']
  return []
}

export function operationSettings(values: OperationValues) {
  return {
    mode: values.NODE_ENV,
    logLevel: values.LOG_LEVEL,
    maintenanceMs: values.MAINTENANCE_SECONDS * 1000,
    /** The time that requests in progress may take when the server closes; 0 means to wait for all of them. */
    shutdownMs: values.SHUTDOWN_SECONDS * 1000,
    /** The port for health and metrics. Null means a default port, if it is free. */
    opsPort: values.OPS_PORT ?? null,
    opsHost: values.OPS_HOST,
    /** The shop logs queries that take longer than this; 0 logs none. */
    slowQueryMs: values.SLOW_QUERY_MS,
    /** The collector for OpenTelemetry's spans, or null for none. */
    otlpEndpoint: values.OTEL_EXPORTER_OTLP_ENDPOINT ?? null,
    /** The CDN to purge when the catalogue changes. Null if no CDN caches it. */
    cdnPurge: cdnPurge(values),
  }
}

function cdnPurge({ CDN_PURGE_URL: url, CDN_PURGE_TOKEN: token }: OperationValues) {
  return url && token ? { url, token } : null
}
