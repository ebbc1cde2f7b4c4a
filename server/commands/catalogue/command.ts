/**
 * Imports and exports the catalogue as files:
 *
 *   npm run catalogue -- check goods.csv                 lists all faults of the file
 *   npm run catalogue -- import goods.csv [--dry-run]    adds and changes the file's rows, or only lists the changes
 *   npm run catalogue -- export goods.csv                writes the whole catalogue; `-` prints it as CSV
 */
import { readFile as readFileBytes, stat } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import type { Db } from '../../database/db'
import { CommandError, UsageError, type Call, type Command } from '../command'
import { writeWhole } from '../files'
import { applyPlan } from './apply'
import { decodeFile, readCsv } from './csv'
import { exportCsv, exportJson } from './exportCatalogue'
import { describeFault, type CatalogueFile, type Fault } from './catalogueFile'
import { readJson } from './json'
import { photoFinder } from './photos'
import { planChanges, type Changes, type Plan } from './plan'

const USAGE = 'npm run catalogue -- check|import|export FILE.csv|FILE.json [--dry-run]'

/** The most lines of one kind to print. */
const MOST_LINES = 500

/** 100,000 products take about 60 MB. The file is read into the shop's memory. */
const LARGEST_BYTES = 100_000_000

export const catalogue: Command = {
  usage: USAGE,
  async run(call, { db }) {
    const { action, file, isDryRun } = readArguments(call.args)
    if (action === 'export') return exportFile(db, file, call)
    const plan = await readPlan(db, file, call)
    if (action === 'check') return call.terminal.say(`${file} is right: ${summaryOf(plan, 'would be')}.`)
    if (isDryRun) return showPlan(plan, call)
    const count = plan.products.added.length + plan.products.changed.length
    const { progress, signal, say } = call.terminal
    await applyPlan(db, plan, (done) => progress(done, count, 'products written'), signal)
    say(`${summaryOf(plan, 'are')}.`)
  },
}

function readArguments(args: string[]) {
  const options = { 'dry-run': { type: 'boolean', default: false } } as const
  const { values, positionals } = (() => {
    try {
      return parseArgs({ args, allowPositionals: true, options })
    } catch (error) {
      throw new UsageError((error as Error).message)
    }
  })()
  const [action, file, ...rest] = positionals
  if (action !== 'check' && action !== 'import' && action !== 'export')
    throw new UsageError(action ? `Unknown: ${action}.` : 'Say what to do.')
  if (file === undefined || rest.length > 0) throw new UsageError('Name one file.')
  if (!/\.(csv|json)$/i.test(file) && !(action === 'export' && file === '-'))
    throw new UsageError(`${file} must end with .csv or .json.`)
  if (values['dry-run'] && action !== 'import')
    throw new UsageError(`--dry-run is for import; ${action} changes nothing.`)
  return { action, file, isDryRun: values['dry-run'] }
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

/** Throws a CommandError that lists all faults. */
async function readPlan(db: Db, file: string, { terminal }: Call): Promise<Plan> {
  const content = await readFile(file, terminal.pathOf(file))
  const total = content.products.length
  const plan = await planChanges(db, content, await photoFinder(db), (done) => {
    terminal.signal.throwIfAborted()
    terminal.progress(done, total, 'products checked')
  })
  const faults = content.faults.sort((a, b) => (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0))
  if (faults.length > 0) throw new CommandError(listOf(faults, file))
  if (total + content.categories.length === 0) throw new CommandError(`${file} has no products.`)
  return plan
}

async function readFile(file: string, path: string): Promise<CatalogueFile> {
  const unreadable = (error: NodeJS.ErrnoException): never => {
    throw new CommandError(`${path} cannot be read (${error.code}).`)
  }
  // Opening a pipe or a device may never end, and a running shop would wait for it.
  const { size, isFile } = await stat(path).then((found) => ({ size: found.size, isFile: found.isFile() }), unreadable)
  if (!isFile) throw new CommandError(`${path} is not a file.`)
  if (size > LARGEST_BYTES) throw new CommandError(`${path} has more than ${LARGEST_BYTES / 1_000_000} MB.`)
  const bytes = await readFileBytes(path).catch(unreadable)
  const decoded = decodeFile(bytes)
  if ('fault' in decoded) return { products: [], categories: [], faults: [decoded.fault] }
  return isJson(file) ? readJson(decoded.text) : readCsv(decoded.text)
}

function listOf(faults: Fault[], file: string): string {
  const lines = faults.slice(0, MOST_LINES).map((fault) => `${file}: ${describeFault(fault)}`)
  const more = faults.length - lines.length
  const end = `${faults.length} ${faults.length === 1 ? 'fault' : 'faults'}. Nothing was changed.`
  return [...lines, ...(more > 0 ? [`… and ${more} more.`] : []), end].join('\n')
}

function summaryOf({ products, categories }: Plan, verb: string): string {
  const told = ({ added, changed, same }: Changes, noun: string) =>
    `${added.length} ${noun} ${verb} added, ${changed.length} ${verb} changed, ${same} ${verb === 'are' ? 'are' : 'would stay'} as they were`
  const some = categories.added.length + categories.changed.length > 0 ? `; ${told(categories, 'categories')}` : ''
  const staying = products.staying > 0 ? `; ${products.staying} that the file does not have stay` : ''
  return `${told(products, 'products')}${some}${staying}`
}

function showPlan(plan: Plan, { terminal: { say } }: Call): void {
  for (const { added, changed } of [plan.categories, plan.products]) {
    const lines = [
      ...added.map(({ id, title, name }) => `+ ${String(id)}  ${String(title ?? name)}`),
      ...changed.map(({ id, before, after }) => {
        const what = Object.keys(after).map((name) => `${name}: ${shown(before[name])} → ${shown(after[name])}`)
        return `~ ${id}  ${what.join(', ')}`
      }),
    ]
    lines.slice(0, MOST_LINES).forEach(say)
    if (lines.length > MOST_LINES) say(`… and ${lines.length - MOST_LINES} more.`)
  }
  say(`${summaryOf(plan, 'would be')}. Nothing was changed.`)
}

const LONGEST_SHOWN = 60

const shown = (value: unknown): string => {
  const text = value === null || value === undefined ? 'none' : JSON.stringify(value)
  return text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN)}…` : text
}
