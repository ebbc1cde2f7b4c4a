/** Lists what visitors and buyers asked the studio. */
import type { DbOrTx } from '../../database/db'
import { countOnce, ROWS_TO_COUNT, type CountedPage } from '../counted'
import { checkFirst, decodeCursor, encodeCursor, pageOf } from '../cursor'
import { withSubject, type Question } from '../questions/questions'

export type OfficeQuestionPage = CountedPage<Question>

const CURSOR = ['questions']
/** Questions of deleted accounts are erased, but count for the limits. */
const NOT_ERASED = { email: { not: '' } }

/** Newest first. `first` is 1 to 100. `after` is a cursor from an earlier page. Throws INVALID_INPUT, STALE_CURSOR. */
export async function pageOfQuestions(
  { db }: { db: DbOrTx },
  { first, after }: { first: number; after?: string | null },
): Promise<OfficeQuestionPage> {
  checkFirst(first)
  const below = after == null ? null : (decodeCursor(CURSOR, after, ['uuid'])[0] as string)
  const found = await db.studioQuestion.findMany({
    // Ids increase over time, so this sorts by time.
    where: { ...NOT_ERASED, ...(below !== null && { id: { lt: below } }) },
    orderBy: { id: 'desc' },
    take: first + 1,
    include: withSubject,
  })
  return {
    ...pageOf(found, { first, after }, ({ id }) => encodeCursor(CURSOR, [id])),
    count: countOnce(() => db.studioQuestion.count({ where: NOT_ERASED, take: ROWS_TO_COUNT })),
  }
}
