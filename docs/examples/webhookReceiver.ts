/**
 * A receiver of the shop's order webhooks on Node's own HTTP server: it believes what is signed, takes each event once, and answers
 * when it has it. `ORDER_WEBHOOK_SECRET` is the shop's, `PORT` where this listens.
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

/** A real receiver keeps both in its database, and writes them in the transaction of what it does. */
const seen = new Set<string>()
const newest = new Map<string, string>()

function handle({ type, timestamp, data: { number, previousStatus } }: OrderEvent): void {
  // Sent again by hand: what came after it is known already.
  if (timestamp < (newest.get(number) ?? '')) return console.log(`${number} ${type} is out of date`)
  newest.set(number, timestamp)
  console.log(`${number} ${type}, was ${previousStatus ?? 'not there'}`)
}

const server = createServer(async (request, response) => {
  // The text as it came: what is parsed and written again has another signature.
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
  // Only now: what is not answered is sent again.
  response.writeHead(204).end()
})

server.listen(Number(process.env['PORT'] ?? 4000), '127.0.0.1', () => console.log('listening'))
