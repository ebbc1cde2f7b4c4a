/**
 * Exports orders for accounting:
 *
 * npm run orders -- export --from 2026-04-01 --to 2026-05-01 [FILE.csv]
 *
 * One row per line of each invoice issued from the first day up to, but not including, the second, in Indian time. Without a file, prints
 * the rows.
 *
 * npm run orders -- places
 *
 * Lists orders with IGST whose state or PIN code is in the seller's state, and orders whose place of supply staff have not set yet. It
 * changes nothing.
 */
import { parseArgs } from 'node:util'
import { invoiceFile } from '../../domain/office/sales/invoiceFile'
import type { Period } from '../../domain/office/sales/period'
import { beginningOf } from '../../shared/indianDays'
import { UsageError, type Command } from '../command'
import { listPlaces } from './places'
import { writeWhole } from '../files'

export const orders: Command = {
  usage: 'npm run orders -- export --from 2026-04-01 --to 2026-05-01 [FILE.csv] | places',
  async run(call, { db }) {
    if (call.args.join() === 'places') return listPlaces(db, call)
    const { from, to, file } = readArguments(call.args)
    const { terminal, settings } = call
    const parts = invoiceFile(
      { db, settings },
      { from, to },
      {
        check: () => terminal.signal.throwIfAborted(),
        ...(file !== null && { onDay: (done, total) => terminal.progress(done, total, 'days') }),
      },
    )
    if (file === null) {
      for await (const part of parts) await terminal.send(part)
      return
    }
    await writeWhole(terminal.pathOf(file), parts)
    terminal.say(`The invoices are in ${file}.`)
  },
}

function readArguments(args: string[]): Period & { file: string | null } {
  const options = { from: { type: 'string' }, to: { type: 'string' } } as const
  const { values, positionals } = (() => {
    try {
      return parseArgs({ args, allowPositionals: true, options })
    } catch (error) {
      throw new UsageError((error as Error).message)
    }
  })()
  const [action, file, ...rest] = positionals
  if (action !== 'export') throw new UsageError(action === undefined ? 'Give an action.' : `Unknown: ${action}.`)
  const [from, to] = [beginningOf(values.from ?? ''), beginningOf(values.to ?? '')]
  if (!from || !to) throw new UsageError(`--${from ? 'to' : 'from'} must be a date such as 2026-04-01.`)
  if (from >= to) throw new UsageError('--to must be after --from. It is the first day that is not included.')
  if (rest.length > 0 || (file !== undefined && !/\.csv$/i.test(file)))
    throw new UsageError('Give one file that ends with .csv, or none.')
  return { from, to, file: file ?? null }
}
