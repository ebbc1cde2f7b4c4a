/** The terminal of this process. Shows control characters of the output instead of sending them, because strangers choose names. */
import { once } from 'node:events'
import { resolve } from 'node:path'
import type { Terminal } from './command'
import { progressBar } from './progress'

/** All control characters but line ends and tabs, and the marks that change the direction of text. */
const OBEYED = /(?![\n\t])[\p{Cc}\u061C\u200E\u200F\u2028-\u202E\u2066-\u2069]/gu

/** For example, `␛` in place of the character that begins a terminal's commands. */
export const printable = (text: string): string => text.replace(OBEYED, shown)

/** One line. A name with a line end or a tab must not look like another row of a list. */
const printableLine = (text: string): string => printable(text).replace(/[\n\t]/g, shown)

function shown(character: string): string {
  const code = character.charCodeAt(0)
  if (code < 0x20) return String.fromCharCode(0x2400 + code)
  return code === 0x7f ? '␡' : `\\u${code.toString(16).padStart(4, '0')}`
}

export type OwnTerminal = Terminal & { fail: (line: string) => void }

type Out = NodeJS.WritableStream & { isTTY?: boolean }
type Streams = Record<'stdout' | 'stderr', Out>

export function ownTerminal(folder: string, signal: AbortSignal, { stdout, stderr }: Streams = process): OwnTerminal {
  const progress = progressBar(stderr)
  return {
    say: (line) => void stdout.write(`${printableLine(line)}\n`),
    fail: (line) => void stderr.write(`${printable(line)}\n`),
    // Progress goes to stderr, because stdout may be redirected to a file or another program.
    progress: (done, total, unit) => progress(done, total, printable(unit)),
    async send(text) {
      // A file or another program gets the text unchanged.
      if (!stdout.write(stdout.isTTY ? printable(text) : text)) await once(stdout, 'drain')
    },
    signal,
    pathOf: (path) => resolve(folder, path),
  }
}
