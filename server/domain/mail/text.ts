/** Renders an email as plain text. */
import type { Draft, DraftOrder } from './draft'

/** The text of the link that stops such emails. */
export const UNSUBSCRIBE = 'Unsubscribe from product alerts'

export function textOf(draft: Draft): string {
  const { greeting, paragraphs, quote = [], code, action, parcel, order, footer, unsubscribeUrl } = draft
  return [
    greeting,
    ...(code === null ? [] : [`    ${code}`]),
    ...paragraphs,
    ...(quote.length === 0 ? [] : [quote.map((line) => `> ${line}`).join('\n')]),
    ...(action ? [`${action.linkText}:\n${action.url}`] : []),
    ...(parcel ? [`${parcel.linkText}:\n${parcel.url}`] : []),
    ...(order ? orderOf(order) : []),
    ['-- ', ...footer, ...(unsubscribeUrl === null ? [] : [`${UNSUBSCRIBE}:\n${unsubscribeUrl}`])].join('\n'),
    '',
  ]
    .map((part) => wrapped(withoutControls(part)))
    .join('\n\n')
}

const orderOf = ({ number, lines, totals }: DraftOrder): string[] => [
  [
    number,
    ...lines.map(({ text, total }) => `  ${text}${total === null ? '' : `: ${total}`}`),
    ...totals.map(({ name, amount }) => `  ${name}: ${amount}`),
  ].join('\n'),
]

/** Replaces control characters, so a name cannot add lines. */
const withoutControls = (text: string): string => text.replace(/[^\P{Cc}\n]/gu, ' ')

/** Many email programs show plain text without wrapping. */
const MAX_LINE_LENGTH = 78

/** Breaks long lines at spaces and keeps their indentation or their mark of a quotation. Words that are too long, such as links, stay whole. */
const wrapped = (text: string): string => text.split('\n').map(wrappedLine).join('\n')

function wrappedLine(line: string): string {
  if (line.length <= MAX_LINE_LENGTH) return line
  const indent = /^(?:> )? */.exec(line)![0]
  const [first = '', ...words] = line.slice(indent.length).trim().split(' ')
  const lines = [indent + first]
  for (const word of words) {
    const longer = `${lines.at(-1)} ${word}`
    if (longer.length <= MAX_LINE_LENGTH) lines[lines.length - 1] = longer
    else lines.push(indent + word)
  }
  return lines.join('\n')
}
