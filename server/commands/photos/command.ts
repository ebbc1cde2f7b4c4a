/**
 * Adds the photos in a folder to products. The file names identify the products.
 *
 *   npm run photos -- add FOLDER              stores the photos and puts them into the products' galleries
 *   npm run photos -- add FOLDER --dry-run    only lists the planned changes
 *   npm run photos -- add FOLDER --show       also shows products that were hidden because they had no photo
 */
import { parseArgs } from 'node:util'
import { addPhotos } from '../../domain/office/products/photos/addPhotos'
import { summaryOf } from '../../domain/office/products/photos/summary'
import { UnavailableError } from '../../external/unavailable'
import { openMedia } from '../../media/media'
import { FileNotStored } from '../../media/store'
import { CommandError, UsageError, type Command } from '../command'
import { filesIn, FOLDER_LIMITS } from './folder'

const USAGE = 'npm run photos -- add FOLDER [--dry-run] [--show]'

const OPTIONS = { 'dry-run': { type: 'boolean', default: false }, show: { type: 'boolean', default: false } } as const

export const photos: Command = {
  usage: USAGE,
  async run({ args, settings, terminal }, { db }) {
    const { folder, isDryRun, show } = readArguments(args)
    const limits = { ...FOLDER_LIMITS, fileBytes: settings.largestPhotoBytes }
    const files = await filesIn(terminal.pathOf(folder), folder, limits)
    const { signal, progress, say } = terminal
    const onProgress = (done: number, total: number) =>
      progress(done, total, isDryRun ? 'photos checked' : 'photos stored')
    const shop = { db, settings, media: openMedia(settings) }
    const added = await addPhotos(shop, { files, actor: null, isDryRun, show, signal, onProgress }).catch(
      (error: unknown) => explainStore(error, AGAIN),
    )
    if (isDryRun)
      for (const { name, productId, position, outcome } of added.placed)
        if (outcome !== 'same') say(`${outcome === 'added' ? '+' : '~'} ${name}  ${productId}, photo ${position}`)
    for (const { name, reason } of added.refused) say(`${name}: ${reason}`)
    summaryOf(added, { isDryRun, show }).forEach(say)
  },
}

function readArguments(args: string[]) {
  const { values, positionals } = (() => {
    try {
      return parseArgs({ args, allowPositionals: true, options: OPTIONS })
    } catch (error) {
      throw new UsageError((error as Error).message)
    }
  })()
  const [action, folder, ...rest] = positionals
  if (action !== 'add') throw new UsageError(action ? `Unknown: ${action}.` : 'Give an action.')
  if (folder === undefined || rest.length > 0) throw new UsageError('Give one folder.')
  return { folder, isDryRun: values['dry-run'], show: values.show }
}

/** Stored photos are kept for a day, so the next run stores only the remaining ones. */
const AGAIN = 'No product was changed. Run the command again. It uses the photos that are already stored.'

/** Explains an error of the photo store. `again` says what another run does. Rethrows other errors. */
export function explainStore(error: unknown, again: string): never {
  if (error instanceof FileNotStored)
    throw new CommandError(`The disk ${error.isFull ? 'is full' : 'cannot be written'}. ${again}`)
  if (error instanceof UnavailableError) throw new CommandError(`The photo store does not respond. ${again}`)
  throw error
}
