/** Describes in plain English what an import changes. */
import type { Terminal } from '../command'
import { counted, listed, number } from '../../shared/sentences'
import type { Change, Changes, Plan } from './changes'

/** The maximum number of changes to list. */
const MAX_LINES = 500

/** `would` if the changes are not applied. */
export function summaryOf(
  { products, categories, withoutPhoto, ready, kept }: Plan,
  { would }: { would: boolean },
): string[] {
  const verb = would ? ' would be' : ''
  const of = ({ added, changed, same }: Changes, nouns: [string, string]) =>
    `${counted(added.length, ...nouns)}${verb} added, ${number(changed.length)} changed, ${number(same)} unchanged`
  const some = categories.added.length + categories.changed.length > 0
  const parts = [
    of(products, ['product', 'products']),
    ...(some ? [of(categories, ['category', 'categories'])] : []),
    ...(products.staying > 0
      ? [`${counted(products.staying, 'product')} outside the file ${stay(products.staying)}`]
      : []),
  ]
  return [
    `${parts.join('; ')}.`,
    ...changedColumns(products.changed, 'product', would),
    ...changedColumns(categories.changed, 'category', would),
    ...(withoutPhoto > 0
      ? [
          `${counted(withoutPhoto, 'new product')} without a photo ${would ? 'would be' : withoutPhoto === 1 ? 'is' : 'are'} hidden. Add photos with npm run photos.`,
        ]
      : []),
    ...[...kept].map(
      ([column, ids]) =>
        `${column} of ${counted(ids.length, 'product')} ${ids.length === 1 ? 'differs' : 'differ'} in the shop and ${stay(ids.length)}, because the file says the same as in its last import: ${listed(ids)}.`,
    ),
    ...(kept.size > 0 ? ['To apply the whole file, add --again.'] : []),
    ...(ready.length > 0
      ? [`${counted(ready.length, 'hidden product')} can be shown now, with a first photo: ${listed(ready)}.`]
      : []),
  ]
}

/** The maximum number of columns to name, for products and for categories. */
const MAX_COLUMNS = 20

/** `stock of 2 products changed: blue-bowl, tea-cup.` */
function changedColumns(changes: readonly Change[], noun: 'product' | 'category', would: boolean): string[] {
  const ids = new Map<string, string[]>()
  for (const { id, after } of changes)
    for (const column of Object.keys(after)) {
      const of = ids.get(column)
      if (of) of.push(id)
      else ids.set(column, [id])
    }
  const lines = [...ids].map(
    ([column, of]) =>
      `${column} of ${counted(of.length, noun, noun === 'category' ? 'categories' : undefined)} ${would ? 'would change' : 'changed'}: ${listed(of)}.`,
  )
  const more = lines.length - MAX_COLUMNS
  return more > 0 ? [...lines.slice(0, MAX_COLUMNS), `… and ${counted(more, 'more column')}.`] : lines
}

const stay = (n: number): string => (n === 1 ? 'stays' : 'stay')

export function showPlan(plan: Plan, { say }: Terminal): void {
  for (const { added, changed } of [plan.categories, plan.products]) {
    const lines = [
      ...added.map(({ id, title, name }) => `+ ${String(id)}  ${String(title ?? name)}`),
      ...changed.map(({ id, before, after }) => {
        const what = Object.keys(after).map((name) => `${name}: ${shown(before[name])} → ${shown(after[name])}`)
        return `~ ${id}  ${what.join(', ')}`
      }),
    ]
    lines.slice(0, MAX_LINES).forEach(say)
    if (lines.length > MAX_LINES) say(`… and ${lines.length - MAX_LINES} more.`)
  }
  summaryOf(plan, { would: true }).forEach(say)
  say('Nothing was changed.')
}

const MAX_SHOWN_LENGTH = 60

const shown = (value: unknown): string => {
  const text = value === null || value === undefined ? 'none' : JSON.stringify(value)
  return text.length > MAX_SHOWN_LENGTH ? `${text.slice(0, MAX_SHOWN_LENGTH)}…` : text
}
