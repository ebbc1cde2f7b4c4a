/** The webhook that reports order changes to another program. */
import { z } from 'zod'
import { flag, isLoopback, isWebhookAddress, webhookSecrets, type Given } from './kinds'

export const variables = z.object({
  ORDER_WEBHOOK_URL: z
    .string()
    .refine(
      isWebhookAddress,
      'must be an address such as https://erp.example/hooks/cerashop, without a user or password',
    )
    .optional(),
  ORDER_WEBHOOK_SECRET: webhookSecrets.optional(),
  ORDER_WEBHOOK_ALLOW_HTTP: flag.default(false),
})

type Values = z.infer<typeof variables>

export function errors(given: Given): string[] {
  const { ORDER_WEBHOOK_URL: url, ORDER_WEBHOOK_SECRET: secret, ORDER_WEBHOOK_ALLOW_HTTP: allowHttp } = given
  if (!url || !isWebhookAddress(url)) return []
  const { protocol, hostname } = new URL(url)
  const errors: string[] = []
  if (!secret)
    errors.push(
      'ORDER_WEBHOOK_SECRET: is required with ORDER_WEBHOOK_URL, because receivers trust only signed messages',
    )
  if (protocol === 'http:' && !isLoopback(hostname) && allowHttp !== '1')
    errors.push(
      'ORDER_WEBHOOK_URL: must be https, because others could read http. ORDER_WEBHOOK_ALLOW_HTTP=1 allows http within a private network',
    )
  return errors
}

export function settings(values: Values) {
  return {
    /** The receiver of all order status changes, or null for none. */
    orderWebhook: orderWebhook(values),
  }
}

function orderWebhook(values: Values) {
  const { ORDER_WEBHOOK_URL: url, ORDER_WEBHOOK_SECRET: secrets } = values
  if (!url || !secrets) return null
  return {
    url,
    /** Each attempt is signed with all of these secrets. */
    secrets,
  }
}
