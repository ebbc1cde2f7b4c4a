/** Renders a mail as plain text. */
import type { Draft } from './draft'

export function textOf(draft: Draft): string {
  const { greeting, number, paragraphs, parcelUrl, lines, totals, orderUrl, footer } = draft
  return [
    greeting,
    ...paragraphs,
    ...(parcelUrl === null ? [] : [`Follow the parcel:\n${parcelUrl}`]),
    `Your order:\n${orderUrl}`,
    [
      number,
      ...lines.map(({ title, quantity, total }) => `  ${quantity} x ${title}: ${total}`),
      ...totals.map(({ name, amount }) => `  ${name}: ${amount}`),
    ].join('\n'),
    ['-- ', ...footer].join('\n'),
    '',
  ]
    .map(withoutControls)
    .join('\n\n')
}

/** Replaces control characters, so a name cannot add lines. */
const withoutControls = (text: string): string => text.replace(/[^\P{Cc}\n]/gu, ' ')
