/** Writes emails to files if no SMTP server is set: each as .eml for email programs and as .html for browsers. */
import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ComposedMail } from './mail'
import { DAY_MS } from '../../shared/durations'

/** The files contain email addresses, so they are not kept longer than this. */
const LIFETIME_MS = 30 * DAY_MS

export const mailFolderOf = (dataDir: string): string => join(dataDir, 'mail')

/** If the same email is sent again, its new file replaces the first. Returns the name of the .eml file. */
export async function fileMail(
  folder: string,
  { kind, number, at, html }: ComposedMail,
  eventId: string,
  raw: Buffer,
): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const when = at.toISOString().slice(0, 19).replaceAll(':', '-')
  const name = `${when}_${number}_${kind.toLowerCase()}_${eventId}`
  await putFile(join(folder, `${name}.html`), html)
  await putFile(join(folder, `${name}.eml`), raw)
  return `${name}.eml`
}

/** Writes the whole file or nothing. */
async function putFile(path: string, content: string | Buffer): Promise<void> {
  const written = `${path}.${process.pid}.new`
  await writeFile(written, content, { mode: 0o600 })
  await rename(written, path)
}

/** Deletes files older than a month. */
export async function emptyFolder(folder: string, now = Date.now()): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name)
    const { mtimeMs } = await stat(path)
    if (/\.(eml|html|new)$/.test(name) && mtimeMs < now - LIFETIME_MS) await rm(path, { force: true })
  }
}
