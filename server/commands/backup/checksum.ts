/** Compares two tables regardless of row order, by their row counts and the sums of the first digits of each row's MD5. */
import { createHash } from 'node:crypto'
import type pg from 'pg'
import { quote, rowText, type Table } from './shape'

export interface Contents {
  rows: number
  checksum: string
}

/** Fifteen hexadecimal digits fit in a bigint. */
const DIGITS = 15

export class Checksum {
  #rows = 0
  #sum = 0n

  add(row: string): void {
    this.#rows += 1
    this.#sum += BigInt(`0x${createHash('md5').update(row).digest('hex').slice(0, DIGITS)}`)
  }

  get contents(): Contents {
    return { rows: this.#rows, checksum: this.#sum.toString() }
  }
}

/** The same count and sum, computed by the database. */
export async function readContents(client: Pick<pg.ClientBase, 'query'>, table: Table): Promise<Contents> {
  const { rows } = await client.query<Contents>(`
    SELECT count(*)::int AS rows, coalesce(sum(('x' || left(md5(row), ${DIGITS}))::bit(${DIGITS * 4})::bigint), 0)::text AS checksum
    FROM (SELECT ${rowText(table)} AS row FROM ${quote(table.name)}) AS each`)
  return rows[0]!
}

export const isSame = (one: Contents, other: Contents | undefined): boolean =>
  one.rows === other?.rows && one.checksum === other.checksum
