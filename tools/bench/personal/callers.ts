/** Clients that send their next request once the previous response has arrived. Each keeps a connection open. */
import { Agent, request } from 'node:http'
import { FAILED, type Call } from '../recording'

/** Throws if the response is an error, because results with errors would be meaningless. */
export function send(origin: string, agent: Agent, { method, path, headers, body }: Call): Promise<string> {
  return new Promise((resolve, reject) => {
    const sending = request(`${origin}${path}`, { method, headers, agent }, (response) => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (part: string) => (text += part))
      response.on('end', () => {
        if (response.statusCode! < 300 && !FAILED.test(text)) resolve(text)
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
  /** The client's n-th request, or undefined if it has no more requests. */
  next(caller: number, n: number): Call | undefined
}

/** The number of requests that got a response. */
export async function callFor(origin: string, { callers, seconds, next }: Run): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: callers })
  const end = performance.now() + seconds * 1000
  let calls = 0
  async function goOn(caller: number): Promise<void> {
    for (let n = 0; performance.now() < end; n += 1) {
      const call = next(caller, n)
      if (!call) return
      await send(origin, agent, call)
      calls += 1
    }
  }
  try {
    await Promise.all(Array.from({ length: callers }, (_, caller) => goOn(caller)))
    return calls
  } finally {
    agent.destroy()
  }
}
