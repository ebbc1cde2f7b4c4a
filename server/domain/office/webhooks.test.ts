import { expect, it } from 'vitest'
import type { Shop } from '../shop'
import { webhookHost } from './webhooks'

const hostOf = (url: string | null) =>
  webhookHost({ settings: { orderWebhook: url && { url, secrets: [] } } } as unknown as Shop)

it.each([
  ['https://erp.example/hooks/secret?key=secret', 'erp.example'],
  ['http://localhost:4000/secret', 'localhost:4000'],
  [null, null],
])('of %s shows staff only the host', (url, host) => expect(hostOf(url)).toBe(host))
