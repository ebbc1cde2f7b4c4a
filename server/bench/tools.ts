/** Lighthouse and autocannon: a package of their own, so that only who runs the benchmark installs them. */
import { execFileSync } from 'node:child_process'
import { statSync } from 'node:fs'
import { join } from 'node:path'

const inBench = (path: string): string => join(import.meta.dirname, path)
const changedAt = (path: string): number => statSync(inBench(path), { throwIfNoEntry: false })?.mtimeMs ?? 0

/** Their commands, as files for Node to run. */
export const LIGHTHOUSE = inBench('node_modules/lighthouse/cli/index.js')
export const AUTOCANNON = inBench('node_modules/autocannon/autocannon.js')

/** Does nothing where they are installed; ends the process where npm cannot install them. */
export function installTools(): void {
  // npm writes the first of these files when everything else is in its place.
  if (changedAt('node_modules/.package-lock.json') > changedAt('package-lock.json')) return
  console.log('Installing Lighthouse and autocannon for the benchmark (190 MB, once) …')
  try {
    const onWindows = process.platform === 'win32'
    execFileSync('npm', ['ci', '--loglevel=error'], { cwd: inBench('.'), stdio: 'inherit', shell: onWindows })
  } catch {
    console.error(
      'npm could not install Lighthouse and autocannon, so nothing was measured. `npm ci` in server/bench says why.',
    )
    process.exit(1)
  }
}
