/** Records a buyer's uploads of the last day, to count the attempts and to find the buyer of each photo. */
import type { DbOrTx, Tx } from '../../database/db'
import { inSteps } from '../../database/inSteps'
import { refusal } from '../../guards/refusal'
import { RULES } from '../../guards/rules'
import { DAY_MS } from '../../shared/durations'
import type { Shop } from '../shop'

/** Throws LIMIT_REACHED. */
export async function checkUploads(db: DbOrTx, userId: string, now = new Date()): Promise<void> {
  const at = { gt: new Date(now.getTime() - DAY_MS) }
  const { _sum } = await db.reviewUpload.aggregate({ where: { userId, at }, _sum: { attempts: true } })
  if ((_sum.attempts ?? 0) < RULES['uploads.perAccountAndDay'].most) return
  throw refusal('uploads.perAccountAndDay')
}

/** Deletes the records of uploads that count no more. The photos that no review uses are removed a day after their upload. */
export async function forgetUploads({ db }: Pick<Shop, 'db'>): Promise<void> {
  const at = { lt: new Date(Date.now() - DAY_MS) }
  await inSteps((limit) => db.reviewUpload.deleteMany({ where: { at }, limit }))
}

/** Deletes the records when the account is deleted. The reviews and returns erase their photos themselves. */
export const eraseUploads = (tx: Tx, userId: string) => tx.reviewUpload.deleteMany({ where: { userId } })
