/** Warns about names in a .env file that are not settings, because a misspelled setting would otherwise be silently ignored. */
import { parseEnv } from 'node:util'

/** Variables for OpenTelemetry, the PostgreSQL driver, Compose, the tests and Node. */
const OF_OTHERS = /^(OTEL_|PG|POSTGRES_|TEST_|BENCH_|TZ$)/

/** Longer names are truncated, so that a comparison has a bounded cost. */
const MAX_NAME_LENGTH = 60
/** The maximum number of edits, such as a missing letter, between a name and the suggested one. */
const MAX_EDITS = 3

/** One sentence per unknown name. Contains only the name, because the value may be a secret. */
export function warningsOf(text: string, settings: readonly string[]): string[] {
  // Node 20 reads a comment on the last line as a name if that line does not end with a line break.
  return Object.keys(parseEnv(`${text}\n`)).flatMap((name) => {
    if (settings.includes(name) || OF_OTHERS.test(name)) return []
    const near = nearest(name, settings)
    return [`.env: ${shown(name)} is not a setting and has no effect.${near ? ` Do you mean ${near}?` : ''}`]
  })
}

const shown = (name: string): string => (name.length > MAX_NAME_LENGTH ? `${name.slice(0, MAX_NAME_LENGTH)}…` : name)

function nearest(name: string, settings: readonly string[]): string | undefined {
  const written = name.slice(0, MAX_NAME_LENGTH).toUpperCase()
  const most = Math.min(MAX_EDITS, Math.ceil(written.length / 3))
  const [best] = settings
    .map((setting) => ({ setting, edits: editsBetween(written, setting) }))
    .filter(({ edits }) => edits <= most)
    .sort((a, b) => a.edits - b.edits)
  return best?.setting
}

/** The Levenshtein distance. */
function editsBetween(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (let i = 1; i <= one.length; i += 1) {
    const next = [i]
    for (let j = 1; j <= other.length; j += 1)
      next[j] = Math.min(next[j - 1]! + 1, row[j]! + 1, row[j - 1]! + (one[i - 1] === other[j - 1] ? 0 : 1))
    row = next
  }
  return row[other.length]!
}
