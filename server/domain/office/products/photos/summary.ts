/** Describes in plain English what happened to the files. */

import { counted, keptHiddenSentence, listed, number } from '../../../../shared/sentences'
import type { AddedPhotos } from './addPhotos'

interface Asked {
  isDryRun: boolean
  show: boolean
}

export function summaryOf({ placed, refused, ready, keptHidden }: AddedPhotos, asked: Asked): string[] {
  const of = (outcome: string) => placed.filter((each) => each.outcome === outcome)
  const added = of('added')
  const products = new Set([...added, ...of('replaced')].map(({ productId }) => productId)).size
  const verb = asked.isDryRun ? ' would be' : ''
  const parts = [
    `${counted(added.length, 'photo')}${verb} added, ${number(of('replaced').length)} replaced, ${number(of('same').length)} unchanged`,
    counted(products, 'product'),
  ]
  return [
    `${parts[0]} (${parts[1]}); ${counted(refused.length, 'file')} not used.`,
    ...(ready.length > 0
      ? [`${counted(ready.length, 'product')} with a first photo ${stateOf(ready, asked)}: ${listed(ready)}.`]
      : []),
    ...(keptHidden.length > 0 ? [`${keptHiddenSentence(keptHidden)} Show each in the office.`] : []),
    ...(asked.isDryRun ? ['Nothing was changed.'] : []),
  ]
}

function stateOf({ length }: string[], { isDryRun, show }: Asked): string {
  if (isDryRun) return show ? 'would be shown' : 'could be shown'
  if (!show) return 'can be shown now'
  return length === 1 ? 'is shown now' : 'are shown now'
}
