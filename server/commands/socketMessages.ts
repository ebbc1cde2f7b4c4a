/** Messages over the socket, one JSON value per line: first the request, then parts of the output, and finally the exit code. */
import { z } from 'zod'

export const request = z.strictObject({
  command: z.string().max(100),
  args: z.array(z.string().max(10_000)).max(1_000),
  /** The folder in which the command was called. Relative paths are resolved against it. */
  folder: z.string().max(10_000),
})

export type Request = z.infer<typeof request>

export type Part =
  | { is: 'line'; text: string }
  /** An error. `fault` stays its name, because a running shop of the last release sends it. */
  | { is: 'fault'; text: string }
  | { is: 'file'; text: string }
  | { is: 'progress'; done: number; total: number; unit: string }
  | { is: 'end'; code: number }

export const encode = (message: Request | Part): string => `${JSON.stringify(message)}\n`

/** The maximum length of a request, in characters. */
export const MAX_REQUEST = 100_000
