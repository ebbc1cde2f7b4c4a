/** The part of the import that downloads photos: asks the operator for the hosts, and prints the result. */
import type { Db } from '../../database/db'
import { openMedia } from '../../media/media'
import { counted, listed, number } from '../../shared/sentences'
import { CommandError, type Call } from '../command'
import { explainStore } from '../photos/command'
import { downloadPhotos } from './downloadPhotos'
import { hostsOf, type FilePhoto } from './foreign/photoUrls'

/** The maximum number of failed photos to list. */
const MAX_LINES = 500

/** Throws a CommandError that lists the hosts, unless the operator named some of them. */
export function confirmedHosts(named: readonly string[], photos: readonly FilePhoto[]): ReadonlySet<string> {
  const hosts = hostsOf(photos)
  if (hosts.length === 0) throw new CommandError('The file has no photos that can be downloaded. Nothing was changed.')
  const all = hosts.map(({ host, count }) => `  ${host}: ${counted(count, 'photo')}`).join('\n')
  if (named.length === 0)
    throw new CommandError(
      `The photos are at these hosts:\n${all}\nNothing was changed. To import the file and download the photos, name the hosts that you trust:\n  --photos-from ${hosts.map(({ host }) => host).join(',')}`,
    )
  const unknown = named.filter((name) => !hosts.some(({ host }) => host === name))
  if (unknown.length === named.length)
    throw new CommandError(`No photo is at ${listed(unknown)}. The photos are at:\n${all}\nNothing was changed.`)
  // A redirect may lead to a host that the operator named, although no photo of the file is there.
  return new Set(named)
}

/** Throws a CommandError if a photo failed or is left. */
export async function addPhotosOf(
  photos: readonly FilePhoto[],
  hosts: ReadonlySet<string>,
  { terminal, settings }: Call,
  db: Db,
): Promise<void> {
  const { say, signal, progress } = terminal
  const onProgress = (done: number, total: number) => progress(done, total, 'photos')
  const shop = { db, settings, media: openMedia(settings) }
  const { downloaded, known, elsewhere, keeping, left, failed, ready } = await downloadPhotos(shop, photos, {
    ...{ hosts, signal, onProgress },
  }).catch((error: unknown) => explainStore(error, 'Run the command again. It continues with the remaining photos.'))
  for (const { line, url, reason } of failed.slice(0, MAX_LINES)) say(`line ${line}: ${url} ${reason}`)
  if (failed.length > MAX_LINES) say(`… and ${number(failed.length - MAX_LINES)} more.`)
  say(
    `${counted(downloaded, 'photo')} downloaded, ${number(known)} from earlier runs, ${number(failed.length)} failed.`,
  )
  if (elsewhere > 0) say(`${counted(elsewhere, 'photo')} at other hosts not downloaded.`)
  if (keeping > 0) say(`${counted(keeping, 'product')} with other photos not changed.`)
  if (ready.length > 0)
    say(`${counted(ready.length, 'hidden product')} can be shown now, with a first photo: ${listed(ready)}.`)
  if (left > 0) throw new CommandError(`${counted(left, 'photo')} left for the next run. Run the command again.`)
  if (failed.length > 0)
    throw new CommandError('Some photos failed. Run the command again to download only these and what is left.')
}
