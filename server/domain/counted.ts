/** Counts long lists up to a limit, so a count stays fast however long the list is. */
import type { Page } from './cursor'

/** Above this number, a count only reports that more exist. */
const MAX_COUNTED = 1000
/** The maximum number of rows to count. It is one more than MAX_COUNTED, to detect that more exist. */
export const ROWS_TO_COUNT = MAX_COUNTED + 1

interface Counted {
  count: number
  isMore: boolean
}

export interface CountedPage<Node> extends Page<Node> {
  /** The length of the entire list. It is counted only on request, and only once. */
  count(): Promise<Counted>
}

/** `rows` is at most ROWS_TO_COUNT. */
export const counted = (rows: number): Counted => ({ count: Math.min(rows, MAX_COUNTED), isMore: rows > MAX_COUNTED })

/** `read` counts at most ROWS_TO_COUNT rows. */
export function countOnce(read: () => Promise<number>): () => Promise<Counted> {
  let result: Promise<Counted> | undefined
  return () => (result ??= read().then(counted))
}
