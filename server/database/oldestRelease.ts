/**
 * If a migration removes something that an earlier release still uses, its name ends with the oldest compatible release, such as
 * `20270101000000_drop_answer_needs_1_2_0`. Earlier releases refuse to start on a database with this migration.
 */
import packageJson from '../../package.json' with { type: 'json' }

type Release = [major: number, minor: number, patch: number]

const NEEDS = /_needs_(\d+)_(\d+)_(\d+)$/

/** The oldest release that may still run, according to the migration's name. Null if all releases may run. */
export function oldestReleaseOf(migration: string): Release | null {
  const [, ...parts] = NEEDS.exec(migration) ?? []
  return parts.length === 0 ? null : (parts.map(Number) as Release)
}

const compare = (a: Release, b: Release): number => a[0] - b[0] || a[1] - b[1] || a[2] - b[2]

const parse = (version: string): Release => version.split('.').map((part) => parseInt(part)) as Release

export const isEarlier = (one: string, other: string): boolean => compare(parse(one), parse(other)) < 0

/** Throws if one of the applied migrations needs a release later than this one. */
export function refuseOldRelease(applied: Iterable<string>, version: string = packageJson.version): void {
  const own = parse(version)
  const needed = [...applied].map(oldestReleaseOf).filter((release) => release !== null)
  const oldest = needed.sort(compare).at(-1)
  if (oldest && compare(own, oldest) < 0)
    throw new Error(
      `This database needs release ${oldest.join('.')} or later, but this is ${version}. Start that release, or restore a backup from before the upgrade into an empty database.`,
    )
}
