/** How the server is run: its mode, logs, health and metrics, and tracing. */
import { z } from 'zod'
import { hostName, isHttp, whole } from './kinds'

export const variables = z.object({
  NODE_ENV: z.enum(['development', 'test', 'production']).default('development'),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  SHUTDOWN_SECONDS: whole(0, 600).default(10),
  OPS_PORT: whole(0, 65535).optional(),
  OPS_HOST: hostName.default('127.0.0.1'),
  OTEL_EXPORTER_OTLP_ENDPOINT: z.string().refine(isHttp, 'must be an address such as http://localhost:4318').optional(),
})

export type OperationValues = z.infer<typeof variables>

export function settings(values: OperationValues) {
  return {
    mode: values.NODE_ENV,
    logLevel: values.LOG_LEVEL,
    /** The time that requests in progress may take when the server closes; 0 means to wait for all of them. */
    shutdownMs: values.SHUTDOWN_SECONDS * 1000,
    /** The port for health and metrics. Null means a default port, if it is free. */
    opsPort: values.OPS_PORT ?? null,
    opsHost: values.OPS_HOST,
    /** The collector for OpenTelemetry's spans, or null for none. */
    otlpEndpoint: values.OTEL_EXPORTER_OTLP_ENDPOINT ?? null,
  }
}
