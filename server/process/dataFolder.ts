/** The folder of DATA_DIR, with the embedded database and the secret that the server made. */
import { linkSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { SettingsError } from '../settings'

/** Makes the folder for this user alone. Throws a SettingsError if it cannot be made or written to. */
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

/** Makes parents one by one: Node's own `recursive` never returns for a folder below /proc. */
function makeFolder(path: string): void {
  const found = statSync(path, { throwIfNoEntry: false })
  if (found?.isDirectory()) return
  if (!found && dirname(path) !== path) makeFolder(dirname(path))
  try {
    mkdirSync(path, { mode: 0o700 })
  } catch (error) {
    // Another process may have made it first.
    if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) throw error
  }
}

/** Makes a file with its complete text in one step, so readers never see half of it. Throws EEXIST if the file exists. */
export function putWhole(path: string, text: string): void {
  const written = `${path}.${process.pid}.new`
  writeFileSync(written, text, { mode: 0o600 })
  try {
    linkSync(written, path)
  } finally {
    rmSync(written, { force: true })
  }
}
