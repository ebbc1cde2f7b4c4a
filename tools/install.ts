/**
 * The packages in tools/, which the project's `npm ci` does not install. They are installed when a command first needs
 * them.
 */
import { execFileSync } from 'node:child_process'
import { statSync } from 'node:fs'
import { join } from 'node:path'

const inTools = (path: string): string => join(import.meta.dirname, path)
const changedAt = (path: string): number => statSync(inTools(path), { throwIfNoEntry: false })?.mtimeMs ?? 0

/** The packages' commands, as files that Node runs. */
export const LIGHTHOUSE = inTools('node_modules/lighthouse/cli/index.js')
export const AUTOCANNON = inTools('node_modules/autocannon/autocannon.js')

/** Does nothing if they are installed. Exits the process if npm cannot install them. */
export function installTools(): void {
  // npm writes `node_modules/.package-lock.json` last.
  if (changedAt('node_modules/.package-lock.json') > changedAt('package-lock.json')) return
  console.log('Installing the packages of tools/ (once) …')
  try {
    const onWindows = process.platform === 'win32'
    execFileSync('npm', ['ci', '--loglevel=error'], { cwd: inTools('.'), stdio: 'inherit', shell: onWindows })
  } catch {
    console.error('npm could not install the packages of tools/, so nothing ran. Run `npm ci` in tools/ to see why.')
    process.exit(1)
  }
}

if (process.argv[1] === import.meta.filename) installTools()
