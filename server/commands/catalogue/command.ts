/**
 * Imports and exports the catalogue as files:
 *
 *   npm run catalogue -- check goods.csv                 lists all errors in the file
 *   npm run catalogue -- import goods.csv [--dry-run]    adds and changes the file's rows, or only lists the changes
 *   npm run catalogue -- import goods.csv --from shopify --photos-from cdn.shopify.com    also downloads its photos from this host
 *   npm run catalogue -- export goods.csv                writes the whole catalogue; `-` prints it as CSV
 */
import { readFile as readFileBytes, stat } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import type { Db } from '../../database/db'
import { CommandError, UsageError, type Call, type Command } from '../command'
import { GOODS_LIMITS } from '../../shared/goods'
import { number } from '../../shared/sentences'
import { hasWords } from '../../shared/text'
import { writeWhole } from '../files'
import { applyPlan } from './apply'
import { decodeFile, readCsv, type From } from './csv'
import { exportCsv, exportJson } from './exportCatalogue'
import type { CatalogueFile } from './catalogueFile'
import { listErrors } from './errors'
import { addPhotosOf, confirmedHosts, hostsToConfirm } from './photosByUrl'
import type { FilePhoto } from './foreign/photoUrls'
import type { Source } from './foreign/source'
import { SOURCES } from './foreign/sources'
import { readJson } from './json'
import { nextCommand } from './nextCommand'
import { photoFinder } from './photos'
import { planChanges, RATING_IS_NEEDED, type Plan } from './plan'
import { showPlan, summaryOf } from './summary'

const USAGE =
  'npm run catalogue -- check|import|export FILE.csv|FILE.json [--dry-run] [--again] [--rating N] [--stock N] [--from shopify|woocommerce [--category NAME] [--photos] [--photos-from HOST,HOST]]'

/** 100,000 products take about 60 MB. The file is read into the shop's memory. */
const MAX_BYTES = 100_000_000

export const catalogue: Command = {
  usage: USAGE,
  async run(call, { db }) {
    const { action, file, isDryRun, ...asked } = readArguments(call.args)
    if (action === 'export') return exportFile(db, file, call)
    const { plan, notes, photos } = await readPlan(db, { file, ...asked }, call)
    const { progress, signal, say } = call.terminal
    notes.forEach(say)
    const more = asked.photosFrom ? [] : hostsToConfirm(photos, call.args)
    if (action === 'check') {
      say(`${file} has no errors.`)
      return [...summaryOf(plan, { would: true }), ...more].forEach(say)
    }
    if (isDryRun) {
      showPlan(plan, call.terminal)
      return more.forEach(say)
    }
    const hosts = asked.photosFrom && confirmedHosts(asked.photosFrom, photos, call.args)
    const count = plan.products.added.length + plan.products.changed.length
    await applyPlan(db, plan, (done) => progress(done, count, 'products written'), signal)
    summaryOf(plan, { would: false }).forEach(say)
    more.forEach(say)
    if (hosts) await addPhotosOf(photos, hosts, call, db)
  },
}

function readArguments(args: string[]) {
  const options = {
    'dry-run': { type: 'boolean', default: false },
    again: { type: 'boolean', default: false },
    stock: { type: 'string' },
    from: { type: 'string' },
    rating: { type: 'string' },
    category: { type: 'string' },
    photos: { type: 'boolean', default: false },
    'photos-from': { type: 'string' },
  } as const
  const { values, positionals } = (() => {
    try {
      return parseArgs({ args, allowPositionals: true, options })
    } catch (error) {
      throw new UsageError((error as Error).message)
    }
  })()
  const [action, file, ...rest] = positionals
  if (action !== 'check' && action !== 'import' && action !== 'export')
    throw new UsageError(action ? `Unknown: ${action}.` : 'Give an action.')
  if (file === undefined || rest.length > 0) throw new UsageError('Give one file.')
  if (!/\.(csv|json)$/i.test(file) && !(action === 'export' && file === '-'))
    throw new UsageError(`${file} must end with .csv or .json.`)
  if (values['dry-run'] && action !== 'import')
    throw new UsageError(`--dry-run is only for import. ${action} changes nothing.`)
  if (values.again && action === 'export') throw new UsageError('--again is only for check and import.')
  if (values.rating !== undefined && action === 'export') throw new UsageError('--rating is only for check and import.')
  if (values.rating !== undefined && !/^[1-5]$/.test(values.rating))
    throw new UsageError('--rating must be a whole number from 1 to 5.')
  return {
    action,
    file,
    isDryRun: values['dry-run'],
    isAgain: values.again,
    rating: values.rating === undefined ? null : Number(values.rating),
    stock: stockOf(values.stock, action),
    source: sourceOf(values.from, { action, file }),
    otherCategory: categoryOf(values.category, values.from),
    photosFrom: hostsOfArgument(values, action),
  }
}

function stockOf(written: string | undefined, action: string): number | null {
  if (written === undefined) return null
  if (action === 'export') throw new UsageError('--stock is only for check and import.')
  if (!/^\d{1,7}$/.test(written) || Number(written) > GOODS_LIMITS.stock)
    throw new UsageError(`--stock must be a whole number from 0 to ${number(GOODS_LIMITS.stock)}.`)
  return Number(written)
}

interface PhotoOptions {
  photos: boolean
  'photos-from'?: string | undefined
  from?: string | undefined
}

/** The hosts that the operator confirms. Null without photos. */
function hostsOfArgument({ photos, 'photos-from': list, from }: PhotoOptions, action: string): string[] | null {
  if (!photos && list === undefined) return null
  if (action !== 'import' || from === undefined)
    throw new UsageError('--photos and --photos-from are only for import, with --from.')
  return (list ?? '')
    .split(',')
    .map((host) => host.trim().toLowerCase())
    .filter(Boolean)
}

/** The category of products for which the file of another shop names none. */
const OTHER_CATEGORY = 'Other'

function categoryOf(name: string | undefined, from: string | undefined): string {
  if (name === undefined) return OTHER_CATEGORY
  if (from === undefined) throw new UsageError('--category is only for files of another shop, with --from.')
  if (!hasWords(name)) throw new UsageError('--category must have a letter or a digit.')
  return name
}

function sourceOf(name: string | undefined, { action, file }: { action: string; file: string }): Source | null {
  if (name === undefined) return null
  if (action === 'export' || isJson(file)) throw new UsageError('--from is only for check and import of a CSV file.')
  if (!Object.hasOwn(SOURCES, name)) throw new UsageError(`--from must be one of: ${Object.keys(SOURCES).join(', ')}.`)
  return SOURCES[name]!
}

const isJson = (file: string): boolean => /\.json$/i.test(file)

async function exportFile(db: Db, file: string, { terminal }: Call): Promise<void> {
  const onProgress = (done: number, total: number) => {
    terminal.signal.throwIfAborted()
    if (file !== '-') terminal.progress(done, total, 'products')
  }
  const parts = isJson(file) ? exportJson(db, onProgress) : exportCsv(db, onProgress)
  if (file === '-') for await (const part of parts) await terminal.send(part)
  else {
    await writeWhole(terminal.pathOf(file), parts)
    terminal.say(`The catalogue is in ${file}.`)
  }
}

interface Asked {
  file: string
  /** True to apply all cells of the file, also those that an earlier import has applied already. */
  isAgain: boolean
  source: Source | null
  otherCategory: string
  /** For new products without a rating. */
  rating: number | null
  /** For new products whose stock the file does not say. */
  stock: number | null
}

interface Planned {
  plan: Plan
  /** Photos by their URLs. */
  photos: FilePhoto[]
  notes: string[]
}

const RATE_ALL = 'To give all new products the rating 4, or another one from 1 to 5, run:'

/** Throws a CommandError that lists all errors in the file. */
async function readPlan(db: Db, asked: Asked, { terminal, args }: Call): Promise<Planned> {
  const { file, isAgain, rating, stock } = asked
  const from = await readFrom(db, asked)
  const content = await readFile(file, terminal.pathOf(file), from)
  const total = content.products.length
  const onProgress = (done: number) => {
    terminal.signal.throwIfAborted()
    terminal.progress(done, total, 'products checked')
  }
  const plan = await planChanges(
    db,
    content,
    { photoExists: await photoFinder(db), isAgain, rating, stock },
    onProgress,
  )
  if (content.errors.length > 0) {
    const list = listErrors(content.errors, file)
    const lacksRating = content.errors.some(({ message }) => message === RATING_IS_NEEDED)
    throw new CommandError(
      lacksRating ? `${list}\n${RATE_ALL}\n${nextCommand(args, { rating: '4' }, { again: true })}` : list,
    )
  }
  if (total + content.categories.length === 0) throw new CommandError(`${file} has no products.`)
  return { plan, notes: content.notes, photos: content.photos ?? [] }
}

async function readFrom(db: Db, { source, otherCategory }: Asked): Promise<From | null> {
  if (!source) return null
  const categories = await db.category.findMany({ select: { id: true, name: true } })
  const products = await db.product.findMany({ select: { id: true, title: true, variant: true, variantOf: true } })
  const titles = new Map(products.map(({ id, title }) => [id, title]))
  const variants = new Map(
    products.flatMap(({ id, variant, variantOf }) => (variant === null ? [] : [[id, { variant, variantOf }]])),
  )
  return { source, categories, titles, variants, otherCategory }
}

async function readFile(file: string, path: string, from: From | null): Promise<CatalogueFile> {
  const unreadable = (error: NodeJS.ErrnoException): never => {
    throw new CommandError(`${path} cannot be read (${error.code}).`)
  }
  // Opening a pipe or a device may block forever, and a running shop would wait for it.
  const { size, isFile } = await stat(path).then((found) => ({ size: found.size, isFile: found.isFile() }), unreadable)
  if (!isFile) throw new CommandError(`${path} is not a file.`)
  if (size > MAX_BYTES) throw new CommandError(`${path} has more than ${MAX_BYTES / 1_000_000} MB.`)
  const bytes = await readFileBytes(path).catch(unreadable)
  const decoded = decodeFile(bytes)
  if ('error' in decoded) return { products: [], categories: [], errors: [decoded.error], notes: [] }
  return isJson(file) ? readJson(decoded.text) : readCsv(decoded.text, from)
}
