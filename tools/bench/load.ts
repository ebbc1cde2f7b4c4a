/**
 * Sends one request repeatedly and measures the responses. It uses wrk, which takes little CPU, if that is installed,
 * and autocannon otherwise.
 */
import { execFile, spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { withFolder } from './processes'
import { AUTOCANNON } from '../install'

export interface Load {
  url: string
  request: { method?: 'GET' | 'POST'; headers?: Record<string, string>; body?: string }
  connections: number
  /** The duration in whole seconds, or `amount` as a number of requests. */
  duration?: number
  amount?: number
}

export interface LoadResult {
  requestsPerSecond: number
  /** Milliseconds: the median and the 99th percentile of the response times. */
  p50: number
  p99: number
}

interface Outcome extends LoadResult {
  bad: number
}

const hasWrk = spawnSync('wrk', ['--version']).error === undefined

/** Throws if a response is an error, because results with errors would be meaningless. */
export async function runLoad(load: Load): Promise<LoadResult> {
  const { bad, ...result } = await (hasWrk && load.amount === undefined ? withWrk(load) : withAutocannon(load))
  if (bad > 0) throw new Error(`${load.url}: ${bad} bad answers`)
  return result
}

/** The part of autocannon's output that the benchmark uses. */
interface AutocannonReport {
  requests: { average: number }
  latency: { p50: number; p99: number }
  non2xx: number
  errors: number
}

async function withAutocannon({ url, request, connections, duration, amount }: Load): Promise<Outcome> {
  const { method = 'GET', headers = {}, body } = request
  const options = [
    '--json',
    `--connections=${connections}`,
    amount === undefined ? `--duration=${duration}` : `--amount=${amount}`,
    `--method=${method}`,
    ...Object.entries(headers).map(([name, value]) => `--headers=${name}:${value}`),
    ...(body === undefined ? [] : [`--body=${body}`]),
  ]
  const { stdout } = await promisify(execFile)(process.execPath, [AUTOCANNON, ...options, url])
  const { requests, latency, non2xx, errors } = JSON.parse(stdout) as AutocannonReport
  return { requestsPerSecond: requests.average, p50: latency.p50, p99: latency.p99, bad: non2xx + errors }
}

/** The script converts microseconds to milliseconds. */
const REPORT = `
done = function(summary, latency)
  local errors = summary.errors
  io.write(string.format('\\n{"requestsPerSecond":%f,"p50":%f,"p99":%f,"bad":%d}',
    summary.requests * 1e6 / summary.duration, latency:percentile(50) / 1e3, latency:percentile(99) / 1e3,
    errors.connect + errors.read + errors.write + errors.status + errors.timeout))
end
`

const withWrk = ({ url, request, connections, duration }: Load): Promise<Outcome> =>
  withFolder(async (folder) => {
    const script = join(folder, 'load.lua')
    writeFileSync(script, requestInLua(request) + REPORT)
    const size = ['--threads=1', `--connections=${connections}`, `--duration=${duration}s`, '--timeout=30s']
    const { stdout } = await promisify(execFile)('wrk', [...size, '--script', script, url])
    return JSON.parse(stdout.split('\n').at(-1)!) as Outcome
  })

/** A JSON string is also a Lua string, unless it contains a \u escape. */
const requestInLua = ({ method = 'GET', headers = {}, body }: Load['request']): string =>
  [
    `wrk.method = ${JSON.stringify(method)}`,
    ...Object.entries(headers).map(
      ([name, value]) => `wrk.headers[${JSON.stringify(name)}] = ${JSON.stringify(value)}`,
    ),
    body === undefined ? '' : `wrk.body = ${JSON.stringify(body)}`,
  ].join('\n')
