/** Sends one GET request repeatedly over several connections, from a separate process. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { AUTOCANNON } from '../install'

export interface Load {
  url: string
  headers: Record<string, string>
  connections: number
  /** Whole seconds. */
  duration: number
}

/** The part of autocannon's output that the benchmark uses. */
interface Report {
  '2xx': number
  non2xx: number
  errors: number
}

/** Returns the number of responses. Throws if one is an error, because results with errors would be meaningless. */
export async function runLoad({ url, headers, connections, duration }: Load): Promise<number> {
  const options = ['--json', `--connections=${connections}`, `--duration=${duration}`]
  const given = Object.entries(headers).map(([name, value]) => `--headers=${name}:${value}`)
  const { stdout } = await promisify(execFile)(process.execPath, [AUTOCANNON, ...options, ...given, url])
  const report = JSON.parse(stdout) as Report
  if (report.non2xx + report.errors > 0) throw new Error(`${url}: ${report.non2xx + report.errors} failed responses`)
  return report['2xx']
}
