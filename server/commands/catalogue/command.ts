/**
 * Imports and exports the catalogue as files:
 *
 *   npm run catalogue -- check goods.csv                 lists all errors in the file
 *   npm run catalogue -- import goods.csv [--dry-run]    adds and changes the file's rows, or only lists the changes
 *   npm run catalogue -- import goods.csv --from shopify --photos-from cdn.shopify.com    also downloads its photos from this host
 *   npm run catalogue -- import goods.csv --columns "TITOLO=title,PREZZO=price"   reads a file of any other system
 *   npm run catalogue -- export goods.csv                writes the whole catalogue; `-` prints it as CSV
 */
import { createHash } from 'node:crypto'
import { readFile as readFileBytes, stat } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import type { Db } from '../../database/db'
import { CommandError, UsageError, type Call, type Command } from '../command'
import { GOODS_LIMITS } from '../../shared/goods'
import { listed, number } from '../../shared/sentences'
import { hasWords } from '../../shared/text'
import { writeWhole } from '../files'
import { applyPlan } from './apply'
import { decodeFile, headerOf, otherKindOf, readCsv } from './csv'
import { exportCsv, exportJson } from './exportCatalogue'
import type { CatalogueFile } from './catalogueFile'
import { listErrors } from './errors'
import { addPhotosOf, confirmedHosts, hostsToConfirm } from './photosByUrl'
import type { FilePhoto } from './foreign/photoUrls'
import { headersOf } from './foreign/convert'
import { namedSource, readNames, writeNames, type Names } from './foreign/named'
import type { Source } from './foreign/source'
import { SOURCES } from './foreign/sources'
import { readJson } from './json'
import { nextCommand } from './nextCommand'
import { photoFinder } from './photos'
import { kindOfColumns, readKnown } from './imported'
import type { Plan } from './changes'
import { planChanges, RATING_IS_NEEDED } from './plan'
import { notesOnSkus } from './skus'
import { showPlan, summaryOf } from './summary'

const USAGE =
  'npm run catalogue -- check|import|export FILE.csv|FILE.json [--dry-run] [--again] [--rating N] [--stock N] [--from shopify|woocommerce | --columns HEADER=COLUMN,… [--category NAME] [--photos] [--photos-from HOST,HOST]]'

/** 100,000 products take about 60 MB. The file is read into the shop's memory. */
const MAX_BYTES = 100_000_000

export const catalogue: Command = {
  usage: USAGE,
  async run(call, { db }) {
    const { action, file, isDryRun, ...asked } = readArguments(call.args)
    if (action === 'export') return exportFile(db, file, call)
    const { plan, notes, next, photos, named } = await readPlan(db, { file, ...asked }, call)
    const { progress, signal, say } = call.terminal
    notes.forEach(say)
    const more = asked.photosFrom ? [] : hostsToConfirm(photos, call.args)
    if (action === 'check') {
      say(`${file} has no errors.`)
      return [...summaryOf(plan, { would: true }), ...next, ...more].forEach(say)
    }
    if (isDryRun) {
      showPlan(plan, call.terminal)
      return [...next, ...more].forEach(say)
    }
    const hosts = asked.photosFrom && confirmedHosts(asked.photosFrom, photos, call.args)
    const count = plan.products.added.length + plan.products.changed.length
    await applyPlan(db, plan, (done) => progress(done, count, 'products written'), signal)
    if (named) await remember(db, named)
    summaryOf(plan, { would: false }).forEach(say)
    if (next.length > 0) say('To set the stock, use the office, or import a file with the columns id and stock.')
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
    columns: { type: 'string' },
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
  const isTable = /\.(csv|json)$/i.test(file)
  // An import says what to do with a workbook.
  if (!isTable && (action === 'export' ? file !== '-' : !WORKBOOK.test(file)))
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
    names: namesOf(values, { action, file }),
    otherCategory: categoryOf(values.category, action),
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

const WORKBOOK = /\.(xlsx?|xlsm|xlsb|ods|numbers)$/i

interface PhotoOptions {
  photos: boolean
  'photos-from'?: string | undefined
}

/** The hosts that the operator confirms. Null without photos. */
function hostsOfArgument({ photos, 'photos-from': list }: PhotoOptions, action: string): string[] | null {
  if (!photos && list === undefined) return null
  if (action !== 'import') throw new UsageError('--photos and --photos-from are only for import.')
  return (list ?? '')
    .split(',')
    .map((host) => host.trim().toLowerCase())
    .filter(Boolean)
}

/** The category of products for which the file of another shop names none. */
const OTHER_CATEGORY = 'Other'

/** Null if the operator named none. */
function categoryOf(name: string | undefined, action: string): string | null {
  if (name !== undefined && action === 'export') throw new UsageError('--category is only for check and import.')
  if (name !== undefined && !hasWords(name)) throw new UsageError('--category must have a letter or a digit.')
  return name ?? null
}

interface NameOptions {
  columns?: string | undefined
  from?: string | undefined
}

function namesOf({ columns, from }: NameOptions, { action, file }: { action: string; file: string }): Names | null {
  if (columns === undefined) return null
  if (action === 'export' || isJson(file)) throw new UsageError('--columns is only for check and import of a CSV file.')
  if (from !== undefined) throw new UsageError('Give --columns or --from, not both.')
  try {
    return readNames(columns)
  } catch (error) {
    throw new UsageError((error as Error).message)
  }
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
  /** The names of the file's columns. Null if the operator gave none. */
  names: Names | null
  /** Null if the operator named none. */
  otherCategory: string | null
  photosFrom: string[] | null
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
  /** What to run next, before the photos. */
  next: string[]
  /** The names of columns to remember. */
  named: Named | null
}

const RATE_ALL = 'To give all new products the rating 4, or another one from 1 to 5, run:'

const STOCK_ALL = 'To give each new product without a stock 10 pieces, or another number, run:'
const NAME_COLUMNS =
  'If the file is of another system, name its columns. The import then makes the ids, and remembers the names for the next file with this header:'

/** Throws a CommandError that lists all errors in the file. */
async function readPlan(db: Db, asked: Asked, { terminal, args }: Call): Promise<Planned> {
  const { file, isAgain, rating, stock } = asked
  const { content, named } = await readFile(db, asked, terminal.pathOf(file))
  const total = content.products.length
  const onProgress = (done: number) => {
    terminal.signal.throwIfAborted()
    terminal.progress(done, total, 'products checked')
  }
  const options = { photoExists: await photoFinder(db), isAgain, rating, stock }
  const plan = await planChanges(db, content, options, onProgress)
  if (content.errors.length > 0) {
    const lines = [listErrors(content.errors, file)]
    if (content.errors.some(({ message }) => message === RATING_IS_NEEDED))
      lines.push(RATE_ALL, nextCommand(args, { rating: '4' }, { again: true }))
    if (content.names) {
      const names = Object.values(content.names).includes('title')
        ? content.names
        : { HEADER: 'title', ...content.names }
      lines.push(NAME_COLUMNS, nextCommand(args, { columns: writeNames(names) }, { again: true }))
    }
    throw new CommandError(lines.join('\n'))
  }
  if (total + content.categories.length === 0) throw new CommandError(`${file} has no products.`)
  const notes = [...content.notes, ...notesOnSkus(content.products)]
  const next = content.lacksStock ? [STOCK_ALL, nextCommand(args, { stock: '10' }, { again: true })] : []
  return { plan, notes, next, photos: content.photos ?? [], named }
}

interface Named {
  /** The hash of the file's header. */
  header: string
  names: Names
}

/** The names of the columns of a file that is neither ours nor of a known system. `isNew` if the operator gave them now. */
async function namedColumns(db: Db, { names }: Asked, header: string[]): Promise<(Named & { isNew: boolean }) | null> {
  const hash = createHash('sha256')
    .update(JSON.stringify(headersOf(header)))
    .digest('hex')
  if (names) {
    const missing = Object.keys(names).find((name) => !headersOf(header).includes(headersOf([name])[0]!))
    if (missing !== undefined)
      throw new CommandError(
        `--columns: the file has no column “${missing}”. Its columns are ${listed(header.filter(Boolean))}. Nothing was changed.`,
      )
    return { header: hash, names, isNew: true }
  }
  const known = await db.namedColumns.findUnique({ where: { header: hash } })
  return known && { header: hash, names: known.names as Names, isNew: false }
}

async function remember(db: Db, { header, names }: Named): Promise<void> {
  await db.namedColumns.upsert({ where: { header }, create: { header, names }, update: { names } })
}

interface Content {
  content: CatalogueFile
  /** The names to remember. */
  named: Named | null
}

async function readFile(db: Db, asked: Asked, path: string): Promise<Content> {
  const { file, otherCategory, stock, isAgain, photosFrom } = asked
  const bytes = await readBytes(path)
  if (!otherKindOf(bytes) && !/\.(csv|json)$/i.test(file)) throw new UsageError(`${file} must end with .csv or .json.`)
  const decoded = decodeFile(bytes)
  if ('error' in decoded)
    return { content: { products: [], categories: [], errors: [decoded.error], notes: [] }, named: null }
  const { text } = decoded
  const header = isJson(file) || asked.source ? [] : await headerOf(text)
  const named = header.length > 0 ? await namedColumns(db, asked, header) : null
  const source = asked.source ?? (named && namedSource(named.names, header))
  if (!source && otherCategory !== null)
    throw new UsageError('--category is only for files of another shop, with --from or --columns.')
  if (!source && photosFrom)
    throw new UsageError('--photos and --photos-from are only for files of another shop, with --from or --columns.')
  if (isJson(file)) return { content: readJson(text), named: null }
  if (!source) return { content: await readCsv(text), named: null }
  const kind = asked.source?.name ?? kindOfColumns(source.name, headersOf(header))
  const content = await readCsv(text, {
    ...{ source, kind, products: await readKnown(db, kind, isAgain), otherCategory: otherCategory ?? OTHER_CATEGORY },
    categories: await db.category.findMany({ select: { id: true, name: true } }),
    newStock: stock,
  })
  if (named && !named.isNew)
    content.notes.unshift(`Columns as named before: ${writeNames(named.names)}. --columns names others.`)
  return { content, named }
}

async function readBytes(path: string): Promise<Buffer> {
  const unreadable = (error: NodeJS.ErrnoException): never => {
    throw new CommandError(`${path} cannot be read (${error.code}).`)
  }
  // Opening a pipe or a device may block forever, and a running shop would wait for it.
  const { size, isFile } = await stat(path).then((found) => ({ size: found.size, isFile: found.isFile() }), unreadable)
  if (!isFile) throw new CommandError(`${path} is not a file.`)
  if (size > MAX_BYTES) throw new CommandError(`${path} has more than ${MAX_BYTES / 1_000_000} MB.`)
  return readFileBytes(path).catch(unreadable)
}
