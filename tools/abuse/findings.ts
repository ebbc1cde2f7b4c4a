/** One measurement of an attack, with its limit. */
export interface Finding {
  name: string
  value: number
  unit: string
  most: number
}

/** CPU time of one request, in milliseconds. */
const MOST_CPU_MS = 200

export const cpu = (name: string, value: number, most = MOST_CPU_MS): Finding => ({ name, value, unit: 'ms CPU', most })
