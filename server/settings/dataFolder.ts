/** The folder in DATA_DIR, with the embedded database and the secret that the server generated. */
import { linkSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { SettingsError } from '../settings'

/** Creates the folder so that only this user can access it. Throws a SettingsError if it cannot be created or written to. */
export function makeDataFolder(dataDir: string): void {
  try {
    makeFolder(dataDir)
    const probe = join(dataDir, `.probe-${process.pid}`)
    writeFileSync(probe, '')
    rmSync(probe)
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    throw new SettingsError([`DATA_DIR: ${dataDir} is not a writable folder (${code ?? message})`])
  }
}

/** Creates parent folders one by one, because Node's `mkdir` with `recursive` never returns for a folder below /proc. */
function makeFolder(path: string): void {
  const found = statSync(path, { throwIfNoEntry: false })
  if (found?.isDirectory()) return
  if (!found && dirname(path) !== path) makeFolder(dirname(path))
  try {
    mkdirSync(path, { mode: 0o700 })
  } catch (error) {
    // Another process may have created it first.
    if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) throw error
  }
}

/** Creates a file with its complete text in one step, so that readers never see a partial file. Throws EEXIST if the file exists. */
export function writeFileAtomically(path: string, text: string): void {
  const written = `${path}.${process.pid}.new`
  writeFileSync(written, text, { mode: 0o600 })
  try {
    linkSync(written, path)
  } finally {
    rmSync(written, { force: true })
  }
}
