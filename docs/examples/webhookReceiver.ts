/**
 * A receiver for the shop's order webhooks on Node's HTTP server. It accepts only signed events, handles each event once, and responds
 * once it has stored the event. `ORDER_WEBHOOK_SECRET` is the shop's secret, and `PORT` is the port to listen on.
 */
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { Webhook } from 'standardwebhooks'

interface OrderEvent {
  type: string
  timestamp: string
  data: { number: string; previousStatus: string | null }
}

const webhook = new Webhook(process.env['ORDER_WEBHOOK_SECRET']!)

/** A real receiver stores both in its database, in the transaction that processes the event. */
const seen = new Set<string>()
const newest = new Map<string, string>()

function handle({ type, timestamp, data: { number, previousStatus } }: OrderEvent): void {
  // The event was resent manually after later events had arrived.
  if (timestamp < (newest.get(number) ?? '')) return console.log(`${number} ${type} is out of date`)
  newest.set(number, timestamp)
  console.log(`${number} ${type}, was ${previousStatus ?? 'not there'}`)
}

const server = createServer(async (request, response) => {
  // The body exactly as received, because parsing and serializing it again would change the signature.
  const body = await text(request)
  const headers = request.headers as Record<string, string>
  let event: OrderEvent
  try {
    event = webhook.verify(body, headers) as OrderEvent
  } catch {
    response.writeHead(401).end()
    return
  }
  const id = headers['webhook-id']!
  if (!seen.has(id)) handle(event)
  seen.add(id)
  // Responds only now, because the shop resends events that get no response.
  response.writeHead(204).end()
})

server.listen(Number(process.env['PORT'] ?? 4000), '127.0.0.1', () => console.log('listening'))
