/** Turns the HTML of another shop's descriptions into plain text. The shop shows it as text, so markup never takes effect. */
import { decodeHTML } from 'entities'

const BLOCKS = new Set(
  ['p', 'div', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'ul', 'ol', 'dl', 'table'].concat(
    [
      'blockquote',
      'br',
      'hr',
      'pre',
      'section',
      'article',
      'header',
      'footer',
      'aside',
      'main',
      'figure',
      'figcaption',
    ],
    ['address', 'details', 'summary', 'caption', 'center', 'form', 'nav'],
  ),
)
/** These begin a new line, and their end does not. */
const LINES = new Map([['li', '\n- '], ...['tr', 'dt', 'dd'].map((name): [string, string] => [name, '\n'])])
const CELLS = new Set(['td', 'th'])
const HIDDEN = ['script', 'style', 'template', 'svg', 'iframe', 'noscript']
const LONGEST_NAME = 20

interface Options {
  /** True if line breaks outside of tags are shown, as WordPress does. Text without tags for blocks always keeps them. */
  keepsLines?: boolean
}

/** Reads the text once from left to right, because a regular expression would search for the end of each unclosed tag again. */
export function plainText(html: string, { keepsLines = false }: Options = {}): string {
  const parts = partsOf(html)
  const isKept = keepsLines || !parts.some(({ isBlock }) => isBlock)
  const texts = parts.map(({ text, isBlock }, i) => {
    if (isBlock) return text
    if (!isKept) return text.replace(/\s+/g, ' ')
    // WordPress ignores line breaks next to a block.
    const after = parts[i - 1]?.isBlock ? text.trimStart() : text
    return parts[i + 1]?.isBlock ? after.trimEnd() : after
  })
  return decodeHTML(withoutShortcodes(texts.join('')))
    .replace(/[^\P{Cc}\s]/gu, '')
    .split(/\r\n|[\n\r]/)
    .map((line) => line.replace(/\s+/g, ' ').trim())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

/** Commands of WordPress and its page builders, such as `[vc_row css="…"]` and `[/vc_row]`. Other text in brackets stays. */
const SHORTCODE = /\[(\/?)([a-z][a-z0-9_-]*)((?:[\s/][^[\]]*)?)\]/gi
const KNOWN = new Set(['gallery', 'caption', 'embed', 'audio', 'video', 'playlist', 'products', 'product'])

function withoutShortcodes(text: string): string {
  if (!text.includes('[')) return text
  const closed = new Set(
    [...text.matchAll(SHORTCODE)].flatMap(([, slash, name]) => (slash ? [name!.toLowerCase()] : [])),
  )
  return text.replace(SHORTCODE, (whole, slash: string, written: string, more: string) => {
    const name = written.toLowerCase()
    const isCommand = slash || closed.has(name) || KNOWN.has(name) || name.includes('_') || /[\w-]=/.test(more)
    if (!isCommand) return whole
    return name.includes('_') ? '\n' : ''
  })
}

interface Part {
  text: string
  /** True for the break that a block makes. */
  isBlock: boolean
}

function partsOf(html: string): Part[] {
  // Only ASCII letters, because toLowerCase() would change the length of some other letters.
  const lower = html.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())
  const unclosed = new Set<string>()
  const parts: Part[] = []
  const add = (text: string, isBlock = false): void => void (text !== '' && parts.push({ text, isBlock }))
  let at = 0
  for (let next = html.indexOf('<'); next !== -1; next = html.indexOf('<', at)) {
    const tag = /^<(?:\/?([a-z][a-z0-9]*)|[!?])/.exec(lower.slice(next, next + LONGEST_NAME))
    if (!tag) {
      add(html.slice(at, next + 1))
      at = next + 1
      continue
    }
    const isComment = lower.startsWith('<!--', next)
    const end = isComment ? lower.indexOf('-->', next + 4) : endOfTag(html, next)
    // If this one has no end, no later tag has one either.
    if (end === -1) break
    add(html.slice(at, next))
    at = end + (isComment ? '-->' : '>').length
    const [whole, name = ''] = tag
    if (LINES.has(name)) add(whole.startsWith('</') ? '' : LINES.get(name)!, true)
    else if (BLOCKS.has(name)) add('\n', true)
    else if (CELLS.has(name)) add(' ')
    if (!HIDDEN.includes(name) || whole.startsWith('</') || unclosed.has(name)) continue
    const closing = lower.indexOf(`</${name}`, at)
    if (closing === -1) unclosed.add(name)
    else at = closing
  }
  add(html.slice(at))
  return parts
}

/**
 * The position of the `>` that ends a tag, which may have others in quoted attributes. A tag with an odd number of quotation marks ends at
 * its first `>`.
 */
function endOfTag(html: string, start: number): number {
  const first = html.indexOf('>', start)
  if (first === -1) return -1
  const mark = /["'<>]/g
  for (mark.lastIndex = start + 1; ;) {
    const found = mark.exec(html)
    if (!found || found[0] === '<') return first
    if (found[0] === '>') return found.index
    const closing = html.indexOf(found[0], found.index + 1)
    if (closing === -1) return first
    mark.lastIndex = closing + 1
  }
}
