/** The part of the import that downloads photos: asks the operator for the hosts, and prints the result. */
import type { Db } from '../../database/db'
import { openMedia } from '../../media/media'
import { counted, keptHiddenSentence, listed, number } from '../../shared/sentences'
import { CommandError, type Call } from '../command'
import { explainStore } from '../photos/command'
import { downloadPhotos } from './downloadPhotos'
import { hostsOf, type FilePhoto } from './foreign/photoUrls'
import { nextCommand } from './nextCommand'

/** The maximum number of failed photos to list. */
const MAX_LINES = 500

/** The maximum number of hosts to list, and to put into a command. */
const MAX_HOSTS = 100

/** Lists the hosts of the photos, and the command that downloads them. */
export function hostsToConfirm(photos: readonly FilePhoto[], args: readonly string[]): string[] {
  const hosts = hostsOf(photos)
  if (hosts.length === 0) return []
  const names = hosts.slice(0, MAX_HOSTS).map(({ host }) => host)
  return [
    'The photos are at these hosts:',
    ...linesOf(hosts),
    'To download the photos, remove the hosts that you do not trust from this command, and run it:',
    nextCommand(args, { 'photos-from': names.join(',') }),
  ]
}

function linesOf(hosts: ReturnType<typeof hostsOf>): string[] {
  const lines = hosts.slice(0, MAX_HOSTS).map(({ host, count }) => `  ${host}: ${counted(count, 'photo')}`)
  return hosts.length > MAX_HOSTS ? [...lines, `  … and ${counted(hosts.length - MAX_HOSTS, 'more host')}`] : lines
}

/** Throws a CommandError that lists the hosts, unless the operator named some of them. */
export function confirmedHosts(
  named: readonly string[],
  photos: readonly FilePhoto[],
  args: readonly string[],
): ReadonlySet<string> {
  const hosts = hostsOf(photos)
  if (hosts.length === 0) throw new CommandError('The file has no photos that can be downloaded. Nothing was changed.')
  const nothing = 'Nothing was changed.'
  if (named.length === 0) throw new CommandError([nothing, ...hostsToConfirm(photos, args)].join('\n'))
  const unknown = named.filter((name) => !hosts.some(({ host }) => host === name))
  if (unknown.length === named.length)
    throw new CommandError(
      [`No photo is at ${listed(unknown)}. ${nothing}`, ...hostsToConfirm(photos, args)].join('\n'),
    )
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
  const { downloaded, known, elsewhere, keeping, left, failed, ready, keptHidden } = await downloadPhotos(
    shop,
    photos,
    {
      ...{ hosts, signal, onProgress },
    },
  ).catch((error: unknown) => explainStore(error, 'Run the command again. It continues with the remaining photos.'))
  for (const { line, url, reason } of failed.slice(0, MAX_LINES)) say(`line ${line}: ${url} ${reason}`)
  if (failed.length > MAX_LINES) say(`… and ${number(failed.length - MAX_LINES)} more.`)
  say(
    `${counted(downloaded, 'photo')} downloaded, ${number(known)} from earlier runs, ${number(failed.length)} failed.`,
  )
  if (elsewhere > 0) say(`${counted(elsewhere, 'photo')} at other hosts not downloaded.`)
  if (keeping > 0) say(`${counted(keeping, 'product')} with other photos not changed.`)
  if (ready.length > 0)
    say(`${counted(ready.length, 'hidden product')} can be shown now, with a first photo: ${listed(ready)}.`)
  if (keptHidden.length > 0) say(`${keptHiddenSentence(keptHidden)} Show each in the office.`)
  if (left > 0) throw new CommandError(`${counted(left, 'photo')} left for the next run. Run the command again.`)
  if (failed.length > 0)
    throw new CommandError('Some photos failed. Run the command again to download only these and what is left.')
}
