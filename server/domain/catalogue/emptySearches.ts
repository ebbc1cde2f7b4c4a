/**
 * Counts the searches that found nothing, for the office. Only the text is counted, without the shopper. The counts wait in memory, and the
 * maintenance task stores them. All numbers are bounded (see also the rules `emptySearches`), so that strangers can fill neither the memory nor the table.
 */
import { LRUCache } from 'lru-cache'
import { inSteps } from '../../database/inSteps'
import { dayInIndia } from '../../shared/delivery/delivery'
import { searchForm } from '../../shared/searchForm'
import { SHOP } from '../../shared/shop'
import { line } from '../../shared/text'
import type { Network } from '../../guards/network'
import { RULES } from '../../guards/rules'
import type { Shop } from '../shop'
import type { CountedSearch, WaitingSearches } from '../shopParts'
import { DAY_MS } from '../../shared/durations'

export const EMPTY_SEARCH_LIMITS = {
  /** With this many networks in memory, those that are new on that day are not counted. An address has two or three networks. */
  networks: 30_000,
  /** The shop remembers the network that searched for each of this many texts. */
  knownTexts: 10_000,
  /** A server stores its counts every ten seconds. Between two rounds it counts at most this many texts. */
  waitingTexts: 200,
}
/** The longest period that the office shows. */
const KEPT_DAYS = 731
/** A text with more digits may be a phone or a card number. Prices, sizes and years have fewer. */
const MAX_DIGITS = 7

/** One mark for texts that several wide networks have searched for. No network has this key. */
const SEVERAL = ''

/** The form in which a search is counted. Null for a text that is too long in this form, or that may be an email address or a number of a person. */
export function countedForm(text: string): string | null {
  const form = searchForm(line(text))
  const isPersonal = form.includes('@') || (form.match(/\p{Nd}/gu) ?? []).length > MAX_DIGITS
  return form === '' || form.length > SHOP.filterLimits.characters || isPersonal ? null : form
}

export class EmptySearches implements WaitingSearches {
  readonly #waiting = new Map<string, CountedSearch>()
  /** The widest network that searched for a text on the day. */
  readonly #seenFrom = new LRUCache<string, string>({ max: EMPTY_SEARCH_LIMITS.knownTexts })
  /** The number of counted searches by network, on the day. */
  readonly #networks = new Map<string, number>()
  #day = ''

  add(text: string, networks: readonly Network[], at = new Date()): void {
    const form = countedForm(text)
    if (form === null) return
    const day = dayInIndia(at)
    if (day !== this.#day) {
      this.#networks.clear()
      this.#seenFrom.clear()
    }
    this.#day = day
    const mostOf = ({ times }: Network) =>
      Math.min(RULES['emptySearches.perNetwork'].most * times, RULES['emptySearches.perWideNetwork'].most)
    const countOf = ({ key }: Network) => this.#networks.get(key) ?? 0
    if (
      this.#networks.size + networks.filter(({ key }) => !this.#networks.has(key)).length >
      EMPTY_SEARCH_LIMITS.networks
    )
      return
    if (networks.some((each) => countOf(each) >= mostOf(each))) return
    const is_shared = this.#isShared(form, networks.at(-1)?.key ?? SEVERAL)
    if (!this.#put({ day, text: form, count: 1, last_at: at, is_shared })) return
    for (const each of networks) this.#networks.set(each.key, countOf(each) + 1)
  }

  #isShared(text: string, widest: string): boolean {
    const before = this.#seenFrom.get(text) ?? widest
    const after = before === widest ? widest : SEVERAL
    this.#seenFrom.set(text, after)
    return after === SEVERAL
  }

  take(): CountedSearch[] {
    const all = [...this.#waiting.values()]
    this.#waiting.clear()
    return all
  }

  putBack(counts: CountedSearch[]): void {
    for (const each of counts) this.#put(each)
  }

  /** False if there is no room. */
  #put(counted: CountedSearch): boolean {
    const key = `${counted.day} ${counted.text}`
    const known = this.#waiting.get(key)
    if (!known && this.#waiting.size >= EMPTY_SEARCH_LIMITS.waitingTexts) return false
    const isLater = !known || counted.last_at > known.last_at
    this.#waiting.set(key, {
      ...counted,
      count: counted.count + (known?.count ?? 0),
      last_at: isLater ? counted.last_at : known.last_at,
      is_shared: counted.is_shared || known?.is_shared === true,
    })
    return true
  }
}

/** Adds the waiting counts to those of other servers. A failure keeps them for the next round. */
export async function storeEmptySearches({ db, emptySearches }: Pick<Shop, 'db' | 'emptySearches'>): Promise<void> {
  const counts = emptySearches.take()
  if (counts.length === 0) return
  try {
    await db.$transaction(async (tx) => {
      // Two servers could otherwise exceed the limit of a day together.
      await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended('empty searches', 0))`
      await tx.$executeRaw`
        INSERT INTO empty_search AS old (day, text, count, last_at)
        SELECT day, text, count, last_at FROM (
          SELECT counted.*, known.text IS NOT NULL AS is_known,
            CASE WHEN counted.is_shared THEN ${RULES['emptySearches.texts'].most}::int ELSE ${RULES['emptySearches.textsOfOneNetwork'].most}::int END AS most,
            (SELECT count(*) FROM empty_search WHERE empty_search.day = counted.day)
              + row_number() OVER (PARTITION BY counted.day, known.text IS NULL ORDER BY counted.is_shared, counted.count DESC, counted.text) AS place
          FROM json_to_recordset(${JSON.stringify(counts)}::json)
            AS counted (day date, text text, count int, last_at timestamptz(3), is_shared boolean)
          LEFT JOIN empty_search AS known USING (day, text)
        ) AS ranked
        WHERE is_known OR place <= most
        ORDER BY day, text
        ON CONFLICT (day, text) DO UPDATE
          SET count = old.count + excluded.count, last_at = greatest(old.last_at, excluded.last_at)`
    })
  } catch (error) {
    emptySearches.putBack(counts)
    throw error
  }
}

/** Deletes the days that the office no longer shows. */
export async function forgetEmptySearches({ db }: Pick<Shop, 'db'>): Promise<void> {
  const oldest = new Date(dayInIndia(new Date(Date.now() - KEPT_DAYS * DAY_MS)))
  await inSteps((limit) => db.emptySearch.deleteMany({ where: { day: { lt: oldest } }, limit }))
}
