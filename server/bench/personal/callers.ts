/** Callers who each send their next request when the last one is answered, over a connection of their own that is kept open. */
import { Agent, request } from 'node:http'

export interface Call {
  method: 'GET' | 'POST'
  path: string
  headers: Record<string, string>
  body?: string
}

export interface Answered {
  calls: number
  seconds: number
  /** Of each call. */
  milliseconds: number[]
}

/** Asked by GraphQL or REST, what is not done is told by one of these. */
const REFUSED = /"errors":|"userErrors":\[\{/

/** Throws where the answer is not a good one: a figure of errors says nothing. */
export function send(origin: string, agent: Agent, { method, path, headers, body }: Call): Promise<string> {
  return new Promise((resolve, reject) => {
    const sending = request(`${origin}${path}`, { method, headers, agent }, (response) => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (part: string) => (text += part))
      response.on('end', () => {
        if (response.statusCode! < 300 && !REFUSED.test(text)) resolve(text)
        else reject(new Error(`${path} answered ${response.statusCode}: ${text.slice(0, 500)}`))
      })
    })
    sending.on('error', reject)
    sending.end(body)
  })
}

interface Run {
  callers: number
  seconds: number
  /** Of each caller at most. */
  most?: number
  /** The caller's n-th request. */
  next(caller: number, n: number): Call
}

export async function callFor(origin: string, { callers, seconds, most = Infinity, next }: Run): Promise<Answered> {
  const agent = new Agent({ keepAlive: true, maxSockets: callers })
  const milliseconds: number[] = []
  const started = performance.now()
  const end = started + seconds * 1000
  async function goOn(caller: number): Promise<void> {
    for (let n = 0; n < most && performance.now() < end; n += 1) {
      const sent = performance.now()
      await send(origin, agent, next(caller, n))
      milliseconds.push(performance.now() - sent)
    }
  }
  try {
    await Promise.all(Array.from({ length: callers }, (_, caller) => goOn(caller)))
    return { calls: milliseconds.length, seconds: (performance.now() - started) / 1000, milliseconds }
  } finally {
    agent.destroy()
  }
}
