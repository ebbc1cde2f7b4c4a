/** Says in plain English what happened to the files. */
import type { AddedPhotos } from './addPhotos'

/** The most ids in a sentence. */
const MOST_IDS = 20

const counted = (n: number, noun: string): string => `${n.toLocaleString('en-IN')} ${noun}${n === 1 ? '' : 's'}`

interface Asked {
  isDryRun: boolean
  show: boolean
}

export function summaryOf({ placed, refused, ready }: AddedPhotos, asked: Asked): string[] {
  const of = (outcome: string) => placed.filter((each) => each.outcome === outcome)
  const added = of('added')
  const products = new Set([...added, ...of('replaced')].map(({ productId }) => productId)).size
  const verb = asked.isDryRun ? ' would be' : ''
  const parts = [
    `${counted(added.length, 'photo')}${verb} added, ${of('replaced').length} replaced, ${of('same').length} unchanged`,
    counted(products, 'product'),
  ]
  return [
    `${parts[0]} (${parts[1]}); ${counted(refused.length, 'file')} not taken.`,
    ...(ready.length > 0
      ? [`${counted(ready.length, 'product')} with a first photo ${stateOf(ready, asked)}: ${idsOf(ready)}.`]
      : []),
    ...(asked.isDryRun ? ['Nothing was changed.'] : []),
  ]
}

function stateOf({ length }: string[], { isDryRun, show }: Asked): string {
  if (isDryRun) return show ? 'would be shown' : 'could be shown'
  if (!show) return 'can be shown now'
  return length === 1 ? 'is shown now' : 'are shown now'
}

const idsOf = (ids: string[]): string =>
  [...ids.slice(0, MOST_IDS), ...(ids.length > MOST_IDS ? [`and ${ids.length - MOST_IDS} more`] : [])].join(', ')
