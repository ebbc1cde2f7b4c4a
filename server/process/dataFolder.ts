/** The folder of DATA_DIR, where the embedded database and the secret are that the server made. */
import { linkSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { SettingsError } from '../settings'

/** For this user alone. Throws a SettingsError where it cannot be made or written to. */
export function makeDataFolder(dataDir: string): void {
  try {
    makeFolder(dataDir)
    const probe = join(dataDir, `.probe-${process.pid}`)
    writeFileSync(probe, '')
    rmSync(probe)
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    throw new SettingsError([`DATA_DIR: ${dataDir} is no folder that can be written to (${code ?? message})`])
  }
}

/** One by one: Node's own `recursive` never comes back from a folder below /proc. */
function makeFolder(path: string): void {
  const found = statSync(path, { throwIfNoEntry: false })
  if (found?.isDirectory()) return
  if (!found && dirname(path) !== path) makeFolder(dirname(path))
  try {
    mkdirSync(path, { mode: 0o700 })
  } catch (error) {
    // Another process may have been quicker.
    if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) throw error
  }
}

/** Makes a file with its text in it at once, so that nobody ever reads half of it. Throws EEXIST where there is one. */
export function putWhole(path: string, text: string): void {
  const written = `${path}.${process.pid}.new`
  writeFileSync(written, text, { mode: 0o600 })
  try {
    linkSync(written, path)
  } finally {
    rmSync(written, { force: true })
  }
}
